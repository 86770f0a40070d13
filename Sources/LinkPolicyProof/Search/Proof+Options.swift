internal import LinkPolicy
internal import LinkPolicyAuthoring

extension Proof {
  /// What is asked for.
  package struct Options: Sendable {
    /// The settings that have one value, by name; every other can change at each attempt.
    package var settings: [(name: String, value: String)] = []
    /// The invariants by their numbers, `I1`; empty for all.
    package var invariants: [String] = []
    /// Whether, beyond verdicts and a sequence for each broken invariant, shorter sequences are looked for.
    package var seeksShorter = true
    /// Whether an account of every cell is given.
    package var countsCells = true
    /// The most attempts of one closure.
    package var attempts = 5_000_000
    /// The most worlds that are looked at for sequences of what closures show broken.
    package var worlds = 100_000
    /// How many threads do the work.
    package var threads = 2

    package init() {}
  }

  /// What became of an invariant.
  package enum Verdict: Sendable {
    /// It holds whatever is attempted.
    case proved
    /// It does not: this sequence shows it.
    case broken(Counterexample)
    /// Tables and closures do not rule out that it is broken, and no sequence was found.
    case undecided
    /// Nothing that it is about comes about, so that it says nothing; with the reason.
    case vacuous(String)
  }
}

extension CompiledPolicy {
  /// The limits that settings with one value are.
  func limits(of settings: [(name: String, value: String)]) -> FactLimits {
    var limits = FactLimits()
    for (name, value) in settings {
      guard let index = document.settings.firstIndex(where: { $0.name.value == Name(name) }),
        let number = document.settings[index].values.firstIndex(where: { $0.value == Name(value) })
      else { continue }
      limits.limit(vocabulary.schema.settings.lowerBound + index, to: number)
    }
    return limits
  }
}
