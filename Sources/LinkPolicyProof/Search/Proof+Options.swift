internal import LinkPolicy
internal import LinkPolicyAuthoring

extension Proof {
  /// What is asked for.
  package struct Options: Sendable {
    /// The settings that have one value, by name; every other can change at each attempt.
    package var settings: [(name: String, value: String)] = []
    /// The invariants by their numbers, `I1`; empty for all.
    package var invariants: [String] = []
    /// The most accounts; where others can only refuse, one stands for them.
    package var accounts = 1
    /// The most methods, and codes that are not used yet, of an account.
    package var methods = 2
    package var codes = 1
    /// The most states of one exploration.
    package var states = 400_000
    /// Whether to end at the first counterexample, without saying anything of other invariants.
    package var stopsAtFirst = false
    /// Whether accounts are followed within bounds too, where that says something of an invariant
    /// that was asked for.
    package var explores = true
    /// Whether the tables are asked of I9 and I13, so that nothing is explored for these where they show them.
    package var asksTables = true
    /// Whether, beyond verdicts and a sequence for each broken invariant, shorter sequences are looked for.
    package var seeksShorter = true
    /// Whether an account of every cell is given.
    package var countsCells = true
    /// The most attempts of one closure.
    package var attempts = 5_000_000
    /// The most worlds that are looked at for sequences of what closures show broken.
    package var worlds = 100_000
    /// Whether to keep every step, for comparing with another model.
    package var recordsTransitions = false
    /// How many threads do the work.
    package var threads = 2

    package init() {}
  }

  /// What one exploration came to.
  package struct Run: Sendable {
    /// The domain of the owner's address.
    package var domain: String
    /// Other domains at which everything is the same but for names.
    package var alike: [String]
    /// The federated providers, one of each class.
    package var providers: [String]
    /// The most accounts, and the most methods and unused codes of each.
    package var bounds: ProofBounds
    package var states: Int
    package var transitions: Int
    /// The length of the longest of the shortest ways to a state.
    package var depth: Int
    /// Whether it was stopped at the limit of states, and how many still waited then.
    package var isStopped: Bool
    package var waiting: Int
    /// Whether it ended where what it looked for was found, or could be no shorter than is known.
    package var seeksSequences: Bool
    var search: ProofSearch
  }

  /// What became of an invariant.
  package enum Verdict: Sendable {
    /// It holds in every state; for the one about tables, by the number of rows of each.
    case proved
    /// It does not, and this is the shortest way to see it.
    case broken(Counterexample)
    /// The exploration was stopped before the end, and did not see it broken.
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
