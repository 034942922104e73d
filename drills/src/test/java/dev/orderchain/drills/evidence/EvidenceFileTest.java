package dev.orderchain.drills.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceFileTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private final Run run = Runs.ofEachVerdict();
  private JsonNode whole;
  private JsonNode passed;
  private JsonNode failed;
  private JsonNode notRun;

  @BeforeEach
  void write() throws IOException {
    Path file = folder.resolve("evidence/run.json");
    EvidenceFile.write(run, file);
    whole = JSON.readTree(file.toFile());
    passed = whole.get("drills").get(0);
    failed = whole.get("drills").get(1);
    notRun = whole.get("drills").get(2);
  }

  @Test
  void saysWhatTheRunWas() {
    assertEquals("2026-01-31T12:00:00Z", whole.get("began").asText());
    assertEquals("2026-01-31T12:01:01.500Z", whole.get("ended").asText());
    assertEquals("local", whole.get("where").asText());
    assertEquals(7, whole.get("seed").asLong());
    assertEquals(json("{'MySQL':'9.7.4'}"), whole.get("versions"));
    assertEquals("process 4711: " + Runs.HOSTILE, whole.get("leftovers").get(0).asText());
    assertEquals(1, whole.get("pass").asInt());
    assertEquals(1, whole.get("fail").asInt());
    assertEquals(1, whole.get("notRun").asInt());
  }

  @Test
  void saysWhatADrillDidAndSaw() {
    assertEquals("kafka-killed", passed.get("drill").asText());
    assertEquals("PASS", passed.get("verdict").asText());
    assertEquals("kafka-killed PASS placedWhileAway=12 lost=0", passed.get("line").asText());
    assertEquals("the broker is killed", passed.get("fault").asText());
    assertEquals(7, passed.get("seed").asLong());
    assertEquals(json("['its process had ended','its process had ended']"), passed.get("hits"));
    assertEquals(1234, passed.get("recoveredAfterMs").asLong());
    assertEquals(run.drills().get(0).began().toString(), passed.get("began").asText());
    assertEquals(run.drills().get(0).ended().toString(), passed.get("ended").asText());
    assertEquals(3, passed.get("marks").size());
    assertEquals("RECOVERY", passed.get("marks").get(1).get("lane").asText());
    assertEquals("everything in effect", passed.get("marks").get(1).get("text").asText());
    assertEquals(0, passed.get("marks").get(1).get("fromMs").asLong());
    assertTrue(passed.get("marks").get(1).has("toMs"));
  }

  @Test
  void saysWhatWasCountedAndWhatItHadToBe() {
    assertEquals(
        json(
            """
            [{'name':'placedWhileAway','value':'12','demanded':null,'good':true},
             {'name':'lost','value':'0','demanded':'0','good':true}]"""),
        passed.get("fields"));
    assertEquals(
        json("{'name':'lost','value':'2','demanded':'0','good':false}"),
        failed.get("fields").get(1));
    assertEquals(json("[{'name':'parked','count':0,'first':[]}]"), passed.get("findings"));
    assertEquals(11, failed.get("findings").get(0).get("count").asLong());
    assertEquals("o1:1", failed.get("findings").get(0).get("first").get(0).asText());
  }

  @Test
  void saysWhyADrillDidNotPass() {
    assertEquals(json("[]"), passed.get("complaints"));
    assertEquals("FAIL", failed.get("verdict").asText());
    assertEquals("lost is 2, not 0", failed.get("complaints").get(1).asText());
    assertEquals("NOT RUN", notRun.get("verdict").asText());
    assertEquals(json("['libfaketime is not there']"), notRun.get("complaints"));
    assertTrue(notRun.get("recoveredAfterMs").isNull());
  }

  @Test
  void countsTheTrafficByTheTimeAtWhichItEnded() {
    assertEquals(
        json(
            """
            {'attempts':5,'requests':2,
             'answers':{'503/unavailable':1,'CONFLICT':1,'DUPLICATE':1,'PLACED':1,
                        'UNKNOWN/no-answer':1},
             'bucketMs':250,
             'buckets':[{'fromMs':0,'answered':2,'unknown':0,'refused':0},
                        {'fromMs':250,'answered':0,'unknown':1,'refused':0},
                        {'fromMs':1000,'answered':1,'unknown':0,'refused':1}]}"""),
        passed.get("traffic"));
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
