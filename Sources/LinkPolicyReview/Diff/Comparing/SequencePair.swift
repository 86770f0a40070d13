internal import LinkPolicy
internal import LinkPolicyAuthoring

/// A sequence played under both policies, under each in its own words.
struct SequencePair {
  /// The step at which the two part.
  struct Parting {
    var difference: EndingDifference
    /// Whether it is the last step.
    var isLast: Bool
    var decisions: Sides<Decision>
  }

  private let policies: Sides<CompiledPolicy>
  private let translation: SystemTranslation
  private let sequences: Sides<StepSequence>
  private let runs: Sides<[StepSequence.Played]>

  /// Plays a sequence of one system; throws where the other cannot be asked the same.
  init(
    _ sequence: StepSequence, of side: Side, _ translation: SystemTranslation
  ) throws(LeftOut) {
    self.translation = translation
    policies = translation.policies
    var sequences = Sides(old: sequence, new: sequence)
    do throws(SystemTranslation.Obstacle) {
      sequences[side.other] = try translation.translated(sequence, from: side)
    } catch {
      throw LeftOut(error, under: side.other)
    }
    self.sequences = sequences
    runs = Sides { [policies] in sequences[$0].play(policies[$0]) }
    for side in Side.allCases {
      if let error = runs[side].lazy.compactMap({ $0.inputError }).first {
        throw LeftOut(error, under: side)
      }
      guard runs[side].count == sequence.steps.count else {
        throw LeftOut(side, "made no session, account or code that a later step names")
      }
    }
  }

  /// How the two end; nil where one of them ends with no decision.
  var ends: Sides<SequenceEnding>? { ends(after: runs.old.count) }

  private func ends(after count: Int) -> Sides<SequenceEnding>? {
    guard let old = SequenceEnding(runs.old.prefix(count), translation, of: .old),
      let new = SequenceEnding(runs.new.prefix(count), translation, of: .new)
    else { return nil }
    return Sides(old: old, new: new)
  }

  /// The first step after which the two differ.
  ///
  /// Another error changes nothing of what comes later, so that it counts only where the ends differ in nothing
  /// else.
  var parting: Parting? {
    guard let last = ends.flatMap({ $0.old.difference(to: $0.new) }) else { return nil }
    for count in 1...runs.old.count {
      guard let ends = ends(after: count), let difference = ends.old.difference(to: ends.new)?.what,
        difference != .error || last.what == .error,
        let old = runs.old[count - 1].decision, let new = runs.new[count - 1].decision
      else { continue }
      return Parting(
        difference: difference, isLast: count == runs.old.count,
        decisions: Sides(old: old, new: new))
    }
    return nil
  }

  /// The sequence with what each policy made of it, in the words of the old system.
  func witness(partingLast isExact: Bool) -> Witness {
    let words = Witness.words(of: sequences.old, under: policies.old)
    return Witness(
      sequences.new, zip(words, sequences.new.steps).map { $0 + additions($1) }, runs,
      isVisible: true, isExact: isExact
    ) { method, side in
      let other = translation.providers.counterpart(
        of: method.provider, method.closedKind, on: side)
      return side == .new ? other ?? method.provider : method.provider
    }
  }

  /// What of a step only the new system has words for.
  private func additions(_ step: StepSequence.Step) -> String {
    guard case .attempt(let attempt) = step.content else { return "" }
    let claims = (attempt.attempt.assertion?.addresses ?? []).flatMap { $0.claims }.filter {
      translation.claims.counterpart(of: Name($0.name), on: .new) == nil
    }
    let settings = attempt.caller.settings.values.filter {
      translation.settings.counterpart(of: Name($0.name), on: .new) == nil
    }
    let words =
      claims.map { "the claim \($0.name)=\($0.value.word)" }
      + settings.map { $0.name + "=" + $0.value }
    return words.isEmpty ? "" : " (in new with " + words.joined(separator: ", ") + ")"
  }
}

extension ClaimValue {
  /// The value as steps are told.
  fileprivate var word: String {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .string(let value): "\"" + value.text + "\""
    case .number(let value): value.text
    case .null: "null"
    }
  }
}
