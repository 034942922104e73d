package dev.orderchain.drills.benchmark.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FigureTest {

  @Test
  void saysByHowMuchATargetIsMissed() {
    assertEquals("reached", Figure.atLeast(30, "x", 30, "times").verdict());
    assertEquals("missed by 10 %", Figure.atLeast(30, "x", 27, "times").verdict());
    assertEquals("reached", Figure.atMost(8, "x", 8, "ms").verdict());
    assertEquals("missed by 50 %", Figure.atMost(8, "x", 12, "ms").verdict());
    assertEquals("stated", Figure.stated("x", 12, "ms").verdict());
  }

  @Test
  void percentilesAreValuesThatWereMeasured() {
    Samples hundred = Samples.of(IntStream.rangeClosed(1, 100).mapToObj(n -> 101.0 - n).toList());
    assertEquals(50, hundred.median());
    assertEquals(99, hundred.percentile(99));
    assertEquals(100, hundred.percentile(99.9));
    assertEquals(1, hundred.percentile(0));
    assertEquals(7, Samples.of(List.of(7.0)).percentile(99));
  }

  @Test
  void theTableHoldsEachFigure() {
    Results report = new Results();
    report.add(Figure.atLeast(30, "relay drain", 45.5, "times"));
    report.add(Figure.stated("textbook relay", 1234.5, "rows/s"));
    assertEquals(
        """
        measure                 value  target
        relay drain       45.50 times  >= 30 times  reached
        textbook relay  1,235 rows/s               stated
        """
            .lines()
            .map(line -> line.replaceAll("\\s+", " "))
            .toList(),
        report.table().lines().map(line -> line.strip().replaceAll("\\s+", " ")).toList());
  }
}
