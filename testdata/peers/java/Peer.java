import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.avro.Conversion;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaValidatorBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Asks Apache Avro for Java. One JSON line {id, writer, reader, data} in, one line of answers out.
 * Schemas are texts, data are hex. Both schemas are parsed as an application does ("strict": names and defaults
 * validated) and, where that fails, as a registry or a container file loads old ones ("lenient": neither validated).
 */
public class Peer {
  static final ObjectMapper JSON = new ObjectMapper();
  static final JsonNodeFactory N = JsonNodeFactory.instance;
  static final String[] CONVERSIONS = { "Conversions$DecimalConversion", "Conversions$UUIDConversion",
      "Conversions$BigDecimalConversion", "Conversions$DurationConversion", "data.TimeConversions$DateConversion",
      "data.TimeConversions$TimeMillisConversion", "data.TimeConversions$TimeMicrosConversion",
      "data.TimeConversions$TimestampMillisConversion", "data.TimeConversions$TimestampMicrosConversion",
      "data.TimeConversions$TimestampNanosConversion", "data.TimeConversions$LocalTimestampMillisConversion",
      "data.TimeConversions$LocalTimestampMicrosConversion", "data.TimeConversions$LocalTimestampNanosConversion" };

  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, "UTF-8");
    for (String line; (line = in.readLine()) != null;) {
      JsonNode q = JSON.readTree(line);
      ObjectNode a = N.objectNode().put("id", q.get("id").asText());
      Schema w = parse(q.get("writer").asText(), true, a, "writer");
      Schema r = parse(q.get("reader").asText(), true, a, "reader");
      if (w == null || r == null) {
        a.put("check", "rejects");
        if (w == null)
          w = parse(q.get("writer").asText(), false, a, "writer_lenient");
        if (r == null)
          r = parse(q.get("reader").asText(), false, a, "reader_lenient");
        if (w != null && r != null)
          ask(w, r, q, a, "check_lenient");
      } else {
        ask(w, r, q, a, "check");
      }
      out.println(JSON.writer().without(JsonGenerator.Feature.ESCAPE_NON_ASCII).writeValueAsString(a));
    }
    out.flush();
  }

  @SuppressWarnings("deprecation")
  static Schema parse(String text, boolean strict, ObjectNode a, String side) {
    try {
      Schema.Parser p = new Schema.Parser();
      if (!strict) {
        p.setValidateDefaults(false);
        try { // 1.12: the validator is a constructor's argument; 1.11: a setter
          Class<?> nv = Class.forName("org.apache.avro.NameValidator");
          p = Schema.Parser.class.getConstructor(nv).newInstance(nv.getField("NO_VALIDATION").get(null));
          p.setValidateDefaults(false);
        } catch (ClassNotFoundException e) {
          Schema.Parser.class.getMethod("setValidate", boolean.class).invoke(p, false);
        }
      }
      Schema s = p.parse(text);
      a.put(side, "ok");
      return s;
    } catch (Throwable t) {
      a.put(side, "rejects: " + error(t));
      return null;
    }
  }

  static void ask(Schema w, Schema r, JsonNode q, ObjectNode a, String check) {
    a.put(check, inTime(() -> {
      try {
        SchemaCompatibility.SchemaCompatibilityResult c = SchemaCompatibility.checkReaderWriterCompatibility(r, w).getResult();
        StringBuilder why = new StringBuilder();
        for (SchemaCompatibility.Incompatibility i : c.getIncompatibilities())
          why.append("; ").append(i.getType()).append(" @").append(i.getLocation());
        return c.getCompatibility().toString().toLowerCase() + (why.length() > 0 ? ": " + why.substring(2) : "");
      } catch (Throwable t) {
        return "throws: " + error(t);
      }
    }, "dies: no answer in time"));
    a.put("validator", inTime(() -> {
      try {
        new SchemaValidatorBuilder().canReadStrategy().validateLatest().validate(r, java.util.List.of(w));
        return "compatible";
      } catch (org.apache.avro.SchemaValidationException e) {
        return "incompatible";
      } catch (Throwable t) {
        return "throws: " + error(t);
      }
    }, "dies: no answer in time"));
    read(w, r, q, a.putArray("read"), new GenericData());
    GenericData logical = new GenericData();
    for (String name : CONVERSIONS) {
      try {
        logical.addLogicalTypeConversion((Conversion<?>) Class.forName("org.apache.avro." + name).getConstructor().newInstance());
      } catch (ReflectiveOperationException e) { // an older release lacks it
      }
    }
    read(w, r, q, a.putArray("read_logical"), logical);
  }

  static void read(Schema w, Schema r, JsonNode q, ArrayNode answers, GenericData data) {
    for (JsonNode hex : q.get("data")) {
      answers.add(inTime(() -> {
        try {
          BinaryDecoder d = DecoderFactory.get().binaryDecoder(unhex(hex.asText()), null);
          Object v = new GenericDatumReader<Object>(w, r, data).read(null, d);
          return d.isEnd() ? normal(v) : N.textNode("fails: BytesLeft");
        } catch (Throwable t) {
          return N.textNode("fails: " + error(t));
        }
      }, (JsonNode) N.textNode("fails: dies: no answer in time")));
    }
  }

  /** Some steps take exponential time on schemas that share types: the grammar is unfolded before anything is read. */
  @SuppressWarnings("removal")
  static <T> T inTime(java.util.function.Supplier<T> step, T late) {
    Object[] got = new Object[1];
    Thread thread = new Thread(() -> got[0] = step.get());
    thread.start();
    try {
      thread.join(5000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (!thread.isAlive()) {
      @SuppressWarnings("unchecked")
      T answer = (T) got[0];
      return answer;
    }
    thread.stop();
    return late;
  }

  static JsonNode normal(Object v) {
    if (v == null)
      return N.nullNode();
    if (v instanceof Boolean)
      return N.booleanNode((Boolean) v);
    ObjectNode o = N.objectNode();
    if (v instanceof Integer)
      return o.put("int", (Integer) v);
    if (v instanceof Long)
      return o.put("long", (Long) v);
    if (v instanceof Float)
      return real(o, "float", Double.toString((Float) v)); // as the double that it equals
    if (v instanceof Double)
      return real(o, "double", v.toString());
    if (v instanceof CharSequence)
      return o.put("string", v.toString());
    if (v instanceof ByteBuffer)
      return o.put("bytes", hex(bytes((ByteBuffer) v)));
    if (v instanceof GenericFixed)
      return o.put("fixed", hex(((GenericFixed) v).bytes())).put("name", ((GenericFixed) v).getSchema().getFullName());
    if (v instanceof GenericEnumSymbol)
      return o.put("enum", v.toString()).put("name", ((GenericEnumSymbol<?>) v).getSchema().getFullName());
    if (v instanceof BigDecimal)
      return o.put("decimal", plain((BigDecimal) v));
    if (v instanceof UUID)
      return o.put("uuid", v.toString());
    if (v instanceof LocalDate)
      return o.put("date", ((LocalDate) v).toEpochDay());
    if (v instanceof LocalTime)
      return o.put("time", plain(BigDecimal.valueOf(((LocalTime) v).toNanoOfDay(), 9)));
    if (v instanceof Instant)
      return o.put("instant", seconds((Instant) v));
    if (v instanceof LocalDateTime)
      return o.put("local", seconds(((LocalDateTime) v).toInstant(ZoneOffset.UTC)));
    if (v instanceof Collection) {
      ArrayNode items = o.putArray("array");
      for (Object i : (Collection<?>) v)
        items.add(normal(i));
      return o;
    }
    if (v instanceof Map) {
      TreeMap<String, JsonNode> sorted = new TreeMap<>();
      ((Map<?, ?>) v).forEach((k, x) -> sorted.put(k.toString(), normal(x)));
      o.putObject("map").setAll(sorted);
      return o;
    }
    if (v instanceof IndexedRecord) {
      IndexedRecord rec = (IndexedRecord) v;
      ObjectNode fields = o.putObject("record");
      for (Schema.Field f : rec.getSchema().getFields())
        fields.set(f.name(), normal(rec.get(f.pos())));
      return o.put("name", rec.getSchema().getFullName());
    }
    if (v instanceof java.time.temporal.TemporalAmount) // TimePeriod, which 1.11 lacks
      return duration(o, v);
    return o.put(v.getClass().getSimpleName(), v.toString());
  }

  static JsonNode duration(ObjectNode o, Object period) {
    ArrayNode parts = o.putArray("duration");
    try {
      for (String part : new String[] { "getMonths", "getDays", "getMillis" })
        parts.add((Long) period.getClass().getMethod(part).invoke(period));
      return o;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static ObjectNode real(ObjectNode o, String tag, String text) {
    if (text.equals("NaN") || text.endsWith("Infinity"))
      return o.put(tag, text);
    return o.set(tag, N.numberNode(Double.parseDouble(text)));
  }

  static String seconds(Instant i) {
    return plain(BigDecimal.valueOf(i.getEpochSecond()).add(BigDecimal.valueOf(i.getNano(), 9)));
  }

  static String plain(BigDecimal d) {
    return d.signum() == 0 ? "0" : d.stripTrailingZeros().toPlainString();
  }

  static String error(Throwable t) {
    String m = String.valueOf(t.getMessage()).replaceAll("\\s+", " ");
    return t.getClass().getSimpleName() + ": " + (m.length() > 160 ? m.substring(0, 160) : m);
  }

  static byte[] bytes(ByteBuffer b) {
    byte[] out = new byte[b.remaining()];
    b.duplicate().get(out);
    return out;
  }

  static String hex(byte[] b) {
    StringBuilder s = new StringBuilder();
    for (byte x : b)
      s.append(String.format("%02x", x));
    return s.toString();
  }

  static byte[] unhex(String s) {
    byte[] out = new byte[s.length() / 2];
    for (int i = 0; i < out.length; i++)
      out[i] = (byte) Integer.parseInt(s.substring(2 * i, 2 * i + 2), 16);
    return out;
  }
}
