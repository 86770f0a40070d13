package import LinkPolicy
internal import LinkPolicyJSON

/// The hashes of a case that was read with its tree.
extension VectorCase {
  /// What says nothing of what a case does.
  private static let descriptions: [Name] = [
    "id", "title", "comment", "source", "proves", "flags", "known",
  ]

  /// The SHA-256 of what the case does and expects; nil where its tree was not kept.
  ///
  /// The policy is the one that the case or its file names, as it is written there.
  package var bodyDigest: [UInt8]? {
    body.map { SHA256.digest(of: CanonicalJSON.bytes(of: JSONValue(.object($0)))) }
  }

  /// The SHA-256 of what the case does, whatever it expects; nil where its tree was not kept.
  package var inputsDigest: [UInt8]? {
    guard let body else { return nil }
    var inputs: [JSONMember] = []
    for member in body where member.key != "accounts" {
      guard member.key == "steps", let steps = member.value.elements else {
        inputs.append(member)
        continue
      }
      let bare = steps.map { step in
        JSONValue(.object((step.members ?? []).filter { $0.key != "expect" }))
      }
      inputs.append(JSONMember(member.key, JSONValue(.array(bare))))
    }
    return SHA256.digest(of: CanonicalJSON.bytes(of: JSONValue(.object(inputs))))
  }

  /// The hash that an index keeps.
  package var bodyHash: Name? {
    bodyDigest.map { Name(Hexadecimal.text(Array($0.prefix(8)))) }
  }

  /// The end of an id that is made of the inputs.
  package var inputsHash: String? {
    inputsDigest.map { Hexadecimal.text(Array($0.prefix(6))) }
  }

  private var body: [JSONMember]? {
    guard let members = json?.members else { return nil }
    var body = members.filter { member in
      !Self.descriptions.contains(member.key)
        && !(member.key == "policy" && member.value.isNull)
    }
    if !policy.isEmpty, !body.contains(where: { $0.key == "policy" }) {
      body.append(JSONMember("policy", JSONValue(.string(Name(policy)))))
    }
    return body
  }
}
