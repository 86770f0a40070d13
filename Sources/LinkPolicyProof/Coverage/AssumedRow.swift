internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON

/// A row of the assumptions that a proof uses, in plain words.
struct AssumedRow: Sendable {
  let part: IdleAssumption.Part
  let number: Int
  let place: AssumptionPlace
  /// What the row says, as a sentence without a full stop.
  let statement: String

  /// Why the row denies nothing to anybody, though it says so; nil if it denies something.
  var warning: String?

  /// The row with its place.
  var text: String {
    let name = part == .assertions ? "row " : part.rawValue + " row "
    return name + String(number) + " (" + place.text + "): " + statement
      + (warning.map { "; but it denies nobody anything: " + $0 } ?? "")
  }
}

extension Assumptions {
  /// The rows that make a difference to the proofs of a policy, in the order of the file.
  ///
  /// Added exclusions are reported by themselves.
  func used(for policy: CompiledPolicy, in environment: ProofEnvironment) -> [AssumedRow] {
    let idle = IdleAssumptions(policy: policy, assumptions: self, environment: environment).all
    func isUsed(_ part: IdleAssumption.Part, _ number: Int) -> Bool {
      !idle.contains { $0.part == part && $0.name.hasSameBytes(as: String(number)) }
    }
    func row(
      _ part: IdleAssumption.Part, _ index: Int, _ position: SourcePosition, _ statement: String
    ) -> AssumedRow? {
      guard isUsed(part, index + 1) else { return nil }
      return AssumedRow(
        part: part, number: index + 1, place: AssumptionPlace(file: name, line: position.line),
        statement: statement)
    }
    return rows.enumerated().compactMap { index, one in
      let isFirst = index == 0
      let statement = one.statement(isFirst: isFirst, under: policy, in: environment)
      var used = row(.assertions, index, one.position, statement)
      used?.warning = one.reasonToDenyNothing(under: policy, in: environment)
      return used
    }
      + mailboxes.enumerated().compactMap { index, one in
        row(.sameMailbox, index, one.position, one.statement)
      }
  }
}

extension Assumptions.Row {
  /// Why others obtain what the row reserves to the owner; nil if they do not, or if it reserves nothing.
  ///
  /// A policy that decides the same with and without a claim is entered by an assertion without it.
  fileprivate func reasonToDenyNothing(
    under policy: CompiledPolicy, in environment: ProofEnvironment
  ) -> String? {
    switch obtainer {
    case .anyone: nil
    case .owner, .formerOwner:
      claims.lazy.compactMap { $0.reasonForUncertainty(under: policy) }.first
    }
  }

  /// Who can obtain which assertions, in a sentence; of a row that is not the first, which others may precede.
  func statement(
    isFirst: Bool, under policy: CompiledPolicy, in environment: ProofEnvironment
  ) -> String {
    let any = isFirst ? "any " : "any other "
    let who =
      switch obtainer {
      case .owner: "only its owner obtains"
      case .formerOwner: "only its owner and its former owners obtain"
      case .anyone: "anybody obtains"
      }
    let domain = domains.map { "at " + $0.alternatives } ?? "at " + any + "domain"
    let provider = providers?.words.map { $0.value }.alternatives ?? any + "provider"
    let asserted = claims.map { claim in
      let values = claim.coverage(under: policy).values.map { $0.spelling }
      return claim.name + " " + values.alternatives
    }
    let condition = conditions.map { $0.one.name + " is " + $0.value }
    let isNobody = obtainer == .formerOwner && environment.reassigned == .off
    return "of an address " + domain + ", " + who + " an assertion by " + provider
      + (asserted.isEmpty ? "" : " with " + asserted.joined(separator: " and "))
      + (condition.isEmpty ? "" : ", while " + condition.joined(separator: " and "))
      + (isNobody ? " (reassigned is off: nobody is a former owner)" : "")
  }
}

extension SharedMailbox {
  /// Which addresses are one mailbox, in a sentence.
  var statement: String {
    let names =
      also.isEmpty
      ? [] : ["the same name at " + domains.joined(separator: ", ") + " is one mailbox"]
    let signs = Ignored.allCases.filter { ignored.contains($0) }.map { one in
      switch one {
      case .dots: "dots"
      case .plusTags: "plus tags"
      }
    }
    let folded =
      signs.isEmpty
      ? []
      : [
        "addresses at " + domains.alternatives + " that differ in " + signs.alternatives
          + " alone are one mailbox"
      ]
    return (names + folded).joined(separator: "; ")
  }
}

extension [String] {
  /// The words as a sentence lists alternatives.
  fileprivate var alternatives: String {
    count < 2
      ? joined() : dropLast().joined(separator: ", ") + " or " + (last ?? "")
  }
}
