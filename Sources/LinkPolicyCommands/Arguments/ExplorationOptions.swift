internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicySystem

/// The options of an exploration of a policy: the number of stores, the processor time and the random seed.
struct ExplorationOptions {
  private static var storeLimit: Int { 1_000_000 }

  let limits: Explorer.Limits
  /// The processor time for the search for examples, in milliseconds.
  private let budget: Int
  let seed: UInt64

  /// The option for the maximum number of account stores to explore.
  static var stores: Option {
    .value(
      "--stores", "N", summary: "explore at most N states of the store; 1000 by default")
  }

  /// The option for the processor time of a search for examples.
  static var budget: Option {
    .value(
      "--budget", "SECONDS",
      summary: "stop the search for examples after this processor time; 5 by default")
  }

  /// The option for the random seed.
  static var seed: Option {
    .value(
      "--seed", "N", summary: "N varies the examples and the search order; 0 by default")
  }

  /// Reads the options; `stores` is the default for the maximum number of stores.
  init(_ arguments: Arguments, stores: Int = 1000) throws(UsageError) {
    var limits = Explorer.Limits()
    limits.stores =
      try Self.number(of: "--stores", from: arguments, in: 1...Self.storeLimit) ?? stores
    self.limits = limits
    budget = try (Self.number(of: "--budget", from: arguments, in: 0...1_000_000) ?? 5) * 1000
    seed = UInt64(try Self.number(of: "--seed", from: arguments, in: 0...Int.max) ?? 0)
  }

  /// Returns a function that reports whether the processor time since this call has reached the budget.
  func isSpent() -> () -> Bool {
    let end = SystemClock.processorMilliseconds + budget
    return { SystemClock.processorMilliseconds >= end }
  }

  /// Returns the number that an option gives, or nil if the option is not given.
  static func number(
    of option: String, from arguments: Arguments, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = arguments.value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      var needs = "a number"
      needs +=
        range.upperBound == .max
        ? " of \(range.lowerBound) or more" : " from \(range.lowerBound) to \(range.upperBound)"
      throw arguments.error("`" + option + "` needs " + needs + ", not `" + text + "`")
    }
    return number
  }

  /// Explores a policy until the exploration is complete or `isSpent` returns true, and reports the progress to a
  /// terminal.
  func explore(
    _ policy: CompiledPolicy, _ terminal: inout Terminal, until isSpent: () -> Bool = { false }
  ) -> Explorer {
    var explorer = Explorer(policy, limits: limits, seed: seed)
    while !explorer.isDone, !isSpent() {
      let next = explorer.expanded + 10
      explorer.explore { $0.expanded < next }
      terminal.show(
        progress: "\(explorer.expanded) of at most \(limits.stores) stores, "
          + "\(explorer.situations.count) situations")
    }
    terminal.clearProgress()
    return explorer
  }
}
