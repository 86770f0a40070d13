internal import LinkPolicy
internal import LinkPolicyJSON

/// The id that a vector has by its inputs: everything it says but what is expected and what is
/// said about it.
enum CanonicalInputs {
  /// The keys that are no inputs.
  private static let beside: [Name] = [
    "id", "title", "comment", "source", "proves", "flags", "known", "accounts",
  ]

  /// The first twelve hexadecimal digits of the inputs' SHA-256, behind a prefix.
  static func id(of vector: JSONValue, prefix: String) -> String {
    let digest = SHA256.digest(of: bytes(of: vector))
    return prefix + "-" + String(Hexadecimal.text(digest).prefix(12))
  }

  /// The canonical JSON of the inputs.
  static func bytes(of vector: JSONValue) -> [UInt8] {
    let inputs = (vector.members ?? []).filter { !beside.contains($0.key) }
    return CanonicalJSON.bytes(
      of: JSONValue(
        .object(
          inputs.map { member in
            guard member.key == "steps", let steps = member.value.elements else { return member }
            let bare = steps.map { step in
              JSONValue(.object((step.members ?? []).filter { $0.key != "expect" }))
            }
            return JSONMember(member.key, .array(bare))
          })))
  }
}
