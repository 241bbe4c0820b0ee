import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SingleValueParser;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.types.Type;

/** Asks iceberg-java whether it opens a table and whether it makes a change; a line in, the same line out with its answer. */
public class Peer {
  public static void main(String[] args) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    for (String line; (line = in.readLine()) != null; ) {
      ObjectNode row = (ObjectNode) mapper.readTree(line);
      String refused = "";
      try {
        JsonNode text = row.get("metadata");
        TableMetadata metadata = TableMetadataParser.fromJson("/t/v1.metadata.json", text.isTextual() ? text.asText() : text.toString());
        metadata.schema();
        metadata.specs().forEach(spec -> spec.partitionType());
        if (row.has("operations")) {
          update(metadata, row.get("operations"));
        }
      } catch (Exception e) {
        String words = e.getClass().getSimpleName() + ": " + String.valueOf(e.getMessage()).split("\n")[0];
        refused = words.substring(0, Math.min(words.length(), 120));
      }
      out.println(row.put("refused", refused));
    }
  }

  static void update(TableMetadata metadata, JsonNode operations) {
    UpdateSchema update = new BaseTable(new Held(metadata), "t").updateSchema();
    for (JsonNode o : operations) {
      apply(update, o);
    }
    update.commit();
  }

  static void apply(UpdateSchema update, JsonNode o) {
    String name = o.path("name").asText();
    switch (o.get("op").asText()) {
      case "add":
        Type type = type(o.get("type"));
        String parent = o.hasNonNull("parent") ? o.get("parent").asText() : null;
        Literal<?> value = o.hasNonNull("default") ? Expressions.lit(SingleValueParser.fromJson(type, o.get("default"))).to(type) : null;
        if (o.path("required").asBoolean()) {
          update.addRequiredColumn(parent, name, type, null, value);
        } else {
          update.addColumn(parent, name, type, null, value);
        }
        break;
      case "drop":
        update.deleteColumn(name);
        break;
      case "rename":
        update.renameColumn(name, o.get("to").asText());
        break;
      case "type":
        update.updateColumn(name, (Type.PrimitiveType) type(o.get("type")));
        break;
      case "require":
        update.requireColumn(name);
        break;
      case "optional":
        update.makeColumnOptional(name);
        break;
      case "first":
        update.moveFirst(name);
        break;
      case "identifier":
        List<String> names = new ArrayList<>();
        o.get("names").forEach(n -> names.add(n.asText()));
        update.setIdentifierFields(names);
        break;
      default:
        throw new IllegalStateException("no operation " + o);
    }
  }

  static Type type(JsonNode type) {
    Schema schema = SchemaParser.fromJson("{\"type\":\"struct\",\"schema-id\":0,\"fields\":[{\"id\":1,\"name\":\"c\",\"required\":false,\"type\":" + type + "}]}");
    return schema.findType("c");
  }

  /** A table that is in memory only. */
  static class Held implements TableOperations {
    private TableMetadata metadata;

    Held(TableMetadata metadata) {
      this.metadata = metadata;
    }

    @Override
    public TableMetadata current() {
      return metadata;
    }

    @Override
    public TableMetadata refresh() {
      return metadata;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata next) {
      metadata = next;
    }

    @Override
    public FileIO io() {
      return null;
    }

    @Override
    public String metadataFileLocation(String name) {
      return "/t/" + name;
    }

    @Override
    public LocationProvider locationProvider() {
      return null;
    }
  }
}
