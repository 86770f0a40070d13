internal import LinkPolicy

/// The digest that a policy's text states of itself, in its second key.
///
/// It is of what the text comes to with everything it extends, and leaves itself out. So a text that
/// was cut short, or whose base has changed, does not pass for the policy that was reviewed.
struct OwnDigest {
  /// The key it stands under.
  static var key: StaticString { PolicyFormatter.digestKey }

  /// The digest as it is stated.
  let stated: Located<Name>

  /// What a policy's root states, reporting a digest in the wrong place or shape; nil for none.
  init?(of root: YAMLNode, _ findings: inout PolicyFindings) {
    guard let map = root.map,
      let place = map.entries.firstIndex(where: { $0.key.value.isSpelled(Self.key) })
    else { return nil }
    let entry = map.entries[place]
    guard place == 1, map.entries[0].key.value.isSpelled("linkpolicy") else {
      findings.add(
        .misplacedDigest, "`digest` is not the second key", at: entry.key.position,
        help: "put it right behind `linkpolicy: 1`, where `linkpolicy fmt --pin FILE` writes it")
      return nil
    }
    guard let stated = findings.name(entry.value) else { return nil }
    guard PolicyDigest(text: stated.value.text) != nil else {
      findings.add(
        .wrongType, "`" + stated.value.text + "` is no digest", at: stated.position,
        help: "a digest is 64 lower-case hexadecimal digits; `linkpolicy fmt --pin FILE` writes it")
      return nil
    }
    self.stated = stated
  }

  /// Reports a text that means something else than it states.
  func check(_ digest: PolicyDigest, _ findings: inout PolicyFindings) {
    guard Name(digest.text) != stated.value else { return }
    findings.add(
      .changedMeaning, "the policy does not mean what it states", at: stated.position,
      help: "it states " + stated.value.text + ", and its digest is " + digest.text
        + "; see whether it is whole and what it extends has not changed, and if this is what it"
        + " is to mean, `linkpolicy fmt --pin FILE` writes the digest")
  }
}
