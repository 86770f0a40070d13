internal import LinkPolicy
internal import LinkPolicyJSON

/// An answer of another implementation has the shape of an expectation in which every key that it
/// knows is written.
extension Expectation: StepAnswer {
  var isCarriedOut: Bool { true }
  var changeSet: JSONValue? { changes?.json }

  func name(on platform: String) -> String? {
    names.first { $0.name.hasSameBytes(as: platform) }?.value
  }
}
