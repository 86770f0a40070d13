internal import LinkPolicyTesting

/// The options that say which cases of the files are wanted.
enum CaseSelection {
  /// The option that selects cases by id.
  static var idOption: Option {
    Option.value("--id", "ID", "only the case of this id").repeatable
  }

  /// All options that select cases.
  static var options: [Option] {
    [
      idOption,
      Option.value("--proves", "X", "only the cases that prove it, such as L3").repeatable,
      Option.value("--flag", "FLAG", "only the cases that have this flag").repeatable,
      Option.choice(
        "--tier", Tier.allCases.map { $0.rawValue }, "only the cases of this tier of a suite"
      ).named("TIER").repeatable,
    ]
  }

  /// What the arguments select.
  static func selection(_ arguments: Arguments) -> VectorSelection {
    VectorSelection(
      ids: arguments.values("--id"), statements: arguments.values("--proves"),
      flags: arguments.values("--flag"),
      tiers: arguments.values("--tier").compactMap { Tier(rawValue: $0) })
  }
}
