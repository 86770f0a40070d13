import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyYAML

/// A policy text: what loads means the same when it is laid out anew or expanded.
///
/// Accepted is what compiles.
enum PolicyEntry {
  static func take(_ bytes: [UInt8]) -> Bool {
    do throws(InvalidInput) {
      let laidOut = try PolicyFormatter.format(bytes, name: "fuzz.yaml")
      guard let again = try? PolicyFormatter.format(laidOut, name: "again.yaml") else {
        fatalError("what was laid out cannot be read")
      }
      require(again == laidOut, "laying out twice changes more")
      let text = try PolicyText(bytes, name: "fuzz.yaml", finder: Shipped.smallFinder)
      let digest = PolicyDigest(of: text.document).text
      require(meaning(of: laidOut) == digest, "laying out changes the meaning")
      require(meaning(of: text.expanded) == digest, "expanding changes the meaning")
      _ = try Policy(text.document)
      return true
    } catch {
      checkRefusal(error)
      return false
    }
  }

  private static func meaning(of bytes: [UInt8]) -> String? {
    guard let text = try? PolicyText(bytes, name: "again.yaml", finder: Shipped.smallFinder) else {
      return nil
    }
    return PolicyDigest(of: text.document).text
  }
}
