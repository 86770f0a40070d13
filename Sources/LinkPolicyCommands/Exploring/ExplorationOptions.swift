internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyReview

/// How far a policy is explored, as the arguments say.
struct ExplorationOptions {
  private static var storeLimit: Int { 1_000_000 }

  let limits: Explorer.Limits
  let seed: UInt64

  /// The option that bounds the work.
  static var stores: Option {
    .value("--stores", "N", "look into at most N stores of accounts; 1000 unless told")
  }

  /// The option that picks among equals.
  static var seed: Option {
    .value("--seed", "N", "other representatives, in another order; 0 unless told")
  }

  /// Understands the options; `stores` is how many stores are looked into unless told.
  init(_ arguments: Arguments, stores: Int = 1000) throws(UsageError) {
    var limits = Explorer.Limits()
    limits.stores = try Self.number("--stores", arguments, 1...Self.storeLimit) ?? stores
    self.limits = limits
    seed = UInt64(try Self.number("--seed", arguments, 0...Int.max) ?? 0)
  }

  /// The number that an option gives; nil where it is not given.
  static func number(
    _ option: String, _ arguments: Arguments, _ range: ClosedRange<Int>
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

  /// Explores a policy, telling a terminal how far it is.
  func explore(_ policy: CompiledPolicy, _ terminal: inout Terminal) -> Explorer {
    var explorer = Explorer(policy, limits: limits, seed: seed)
    while !explorer.isDone {
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
