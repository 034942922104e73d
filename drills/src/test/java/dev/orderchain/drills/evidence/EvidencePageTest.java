package dev.orderchain.drills.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class EvidencePageTest {
  private final Run run = Runs.ofEachVerdict();
  private final String page = EvidencePage.of(run);
  private final Document document = parsed(page);

  @Test
  void showsHostileTextAsText() {
    assertEquals(0, elements("script").size());
    String shown = "<script>alert('x')</script> & \"]]>\ufffd\ufffd[31m";
    Element section = elements("section").get(1);
    assertEquals(10, text(section).split(Pattern.quote(shown), -1).length - 1);
  }

  @Test
  void showsWhatXmlCannotHoldAsReplaced() {
    assertEquals("a\ufffd\ufffd\ufffd\ufffd\nz", Html.text("a\u0000\u001b\ud800\uffff\nz"));
  }

  @Test
  void showsEveryDrillWithItsVerdictAndEveryNumber() {
    List<Element> rows = rows(elements("table").getFirst());
    assertEquals(3, rows.size());
    for (int i = 0; i < 3; i++) {
      Evidence evidence = run.drills().get(i);
      String heading = text(elements("section").get(i).getElementsByTagName("h2").item(0));
      assertTrue(heading.endsWith(" " + evidence.verdict()), heading);
      assertTrue(text(rows.get(i)).contains(evidence.verdict().toString()));
    }
    assertTrue(text(rows.getFirst()).contains("placedWhileAway=12 lost=0"));
    assertTrue(text(rows.getFirst()).contains("1.234"));
    assertTrue(text(rows.get(1)).contains("lost=2 (not 0)"));
  }

  @Test
  void saysOnTopWhatDidNotPassAndWhy() {
    String top = page.substring(0, page.indexOf("Overview"));
    assertTrue(top.contains("1 PASS, 1 FAIL, 1 NOT RUN"));
    assertTrue(top.contains("Not passed: 2 of 3"));
    assertTrue(top.contains("lost is 2, not 0; parked=11: o1:1"));
    assertTrue(top.contains("libfaketime is not there"));
    assertTrue(top.contains("1 STILL THERE"));
    assertTrue(top.contains("MySQL 9.7.4"));
  }

  @Test
  void saysNothingOfWhatDidNotPassWhenAllDid() {
    Run good = new Run(Instant.EPOCH, Instant.EPOCH, "local", 7, Map.of(), passed(), List.of());
    String page = EvidencePage.of(good);
    assertFalse(page.contains("Not passed"));
    assertTrue(page.contains("0: everything that was started is gone"));
  }

  @Test
  void saysThatAFaultWasNotSeenAndNoCheckWasMade() {
    String section = text(elements("section").get(2));
    assertTrue(section.contains("NO: the fault was not seen to hit"));
    assertTrue(section.contains("No check was made."));
    assertTrue(section.contains("Nothing was counted."));
  }

  @Test
  void saysOnceWhatWasSeenToHitSeveralTimes() {
    assertTrue(text(elements("section").getFirst()).contains("its process had ended (2 times)"));
  }

  @Test
  void drawsTheTrafficAndEveryMark() {
    Element drawing = (Element) elements("section").getFirst().getElementsByTagName("svg").item(0);
    assertEquals(
        List.of("answered", "unknown", "refused"),
        list(drawing.getElementsByTagName("path")).stream()
            .filter(path -> path.getAttribute("d").startsWith("M"))
            .map(path -> path.getAttribute("class"))
            .toList());
    assertEquals(
        List.of("mark fault", "mark recovery", "mark check"),
        list(drawing.getElementsByTagName("rect")).stream()
            .map(mark -> mark.getAttribute("class"))
            .filter(style -> style.startsWith("mark"))
            .toList());
  }

  @Test
  void needsNoNetwork() {
    String without = page.replace("http://www.w3.org/1999/xhtml", "");
    assertFalse(without.matches("(?s).*(https?:|src=|@import|url\\().*"));
  }

  private List<Evidence> passed() {
    return run.drills().stream().filter(e -> e.verdict() == Verdict.PASS).toList();
  }

  private List<Element> elements(String name) {
    return list(document.getElementsByTagName(name));
  }

  private static List<Element> rows(Element table) {
    return list(((Element) table.getElementsByTagName("tbody").item(0)).getElementsByTagName("tr"));
  }

  private static List<Element> list(NodeList nodes) {
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }

  private static String text(Node node) {
    return node.getTextContent().strip();
  }

  private static Document parsed(String page) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(page)));
    } catch (Exception e) {
      throw new AssertionError("not well-formed", e);
    }
  }
}
