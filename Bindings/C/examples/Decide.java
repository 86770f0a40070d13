// Decides one sign-in, from the lookup to the change set, with JNA.
import com.sun.jna.*;
import com.sun.jna.ptr.LongByReference;
import java.nio.charset.StandardCharsets;

public class Decide {
  @Structure.FieldOrder({"bytes", "count"})
  public static class Text extends Structure {
    public Pointer bytes;
    public long count;
  }

  public interface LinkPolicy extends Library {
    LinkPolicy CALLS = Native.load("linkpolicy", LinkPolicy.class);

    int lp_policy_compile(byte[] text, long count, String name, LongByReference policy, Text findings);

    int lp_policy_free(long policy);

    int lp_answer(long policy, byte[] request, long count, int flags, Text answer);

    void lp_text_free(Text text);
  }

  static String taken(Text text) {
    text.read();
    String copy = new String(text.bytes.getByteArray(0, (int) text.count), StandardCharsets.UTF_8);
    LinkPolicy.CALLS.lp_text_free(text);
    return copy;
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static void main(String[] arguments) {
    LongByReference policy = new LongByReference();
    Text text = new Text();
    byte[] source = utf8("linkpolicy: 1\nname: ours\nextends: firebase\n");
    if (LinkPolicy.CALLS.lp_policy_compile(source, source.length, "ours.yaml", policy, text) != 0)
      throw new IllegalArgumentException(taken(text));
    for (String request : new String[] {
        "{\"id\":1,\"lookup\":{\"attempt\":{\"action\":\"sign-in\",\"provider\":\"google.com\",\"subject\":\"g1\"}}}",
        "{\"id\":2,\"decide\":{\"attempt\":{\"action\":\"sign-in\",\"provider\":\"google.com\",\"subject\":\"g1\"},"
            + "\"answers\":{\"credential\":null,\"method\":\"enabled\"},\"fields\":[\"outcome\",\"effects\"]}}"}) {
      byte[] line = utf8(request);
      if (LinkPolicy.CALLS.lp_answer(policy.getValue(), line, line.length, 0, text) != 0)
        throw new IllegalStateException("not answered");
      System.out.print(taken(text));
    }
    LinkPolicy.CALLS.lp_policy_free(policy.getValue());
  }
}
