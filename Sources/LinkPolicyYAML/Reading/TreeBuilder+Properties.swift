internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension TreeBuilder {
  /// Refuses the anchor and the tag in front of a value; the value itself is read on.
  mutating func refuseProperties(_ event: Event) {
    gaps.read(to: event.start, inFlow: isInFlow, into: &problems)
    var ahead = gaps
    while let byte = ahead.byte {
      switch byte {
      case UInt8(ascii: "&"):
        let place = ahead.place
        let name = ahead.takeWord()
        problems.add(
          Diagnostic(
            .yamlAnchor, .error, "the anchor `\(name)` is not allowed", at: place,
            help: "remove it and write the value out where it is needed"))
      case UInt8(ascii: "!"):
        let place = ahead.place
        let name = ahead.takeWord()
        problems.add(
          Diagnostic(
            .yamlTag, .error, "the tag `\(name)` is not allowed", at: place,
            help: "remove it; every value is text here"))
      case UInt8(ascii: "#"), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: " "):
        ahead.skipBlank()
      default:
        return
      }
    }
  }
}
