public import LinkPolicy
public import LinkPolicyYAML

/// A run of vectors: what passed, what failed, and why.
///
/// A run without any case is a failure: a path that was mistyped must not look like success.
public struct VectorRun {
  /// Finds a policy by the name that cases give.
  public typealias Resolver = (_ name: String) throws(InvalidInput) -> Policy

  /// A case that did not pass.
  public struct Failure: Sendable {
    /// The case as it was played.
    public var played: PlayedCase
    /// What did not happen as expected, an entry among the known failures that is wrong included.
    public var mismatches: [Mismatch]
    /// The policy that was to decide in the place of the case's own, as it was named.
    public var policy: String?
  }

  /// The most failures that are kept; the others are only counted.
  public static var failureLimit: Int { 100 }

  /// The number of cases that passed.
  public private(set) var passed = 0
  /// The number of cases that failed.
  public private(set) var failed = 0
  /// The number of cases that failed as they are known to.
  public private(set) var known = 0
  /// The number of steps played.
  public private(set) var steps = 0
  /// The failures, in the order of the files, at most ``failureLimit``.
  public private(set) var failures: [Failure] = []
  /// The ids to play; nil for all.
  public var selection: Set<Name>?
  /// The policy that decides in the place of the cases' own, as people name it; only shown.
  public var policy: String?
  /// Tells failures that are known from those that are news.
  public var knownFailures: KnownFailures
  /// Finds what policy texts extend that must not load.
  public var finder = PolicyFinder.none

  private let resolve: Resolver
  private var rowCounts = RowCounts()
  private var players: [Name: Player] = [:]
  /// Where each id was met first.
  private var ids: [Name: (file: String, position: SourcePosition)] = [:]

  /// Starts a run that judges known failures by the day it is told.
  public init(today: CalendarDate, resolve: @escaping Resolver) {
    self.resolve = resolve
    knownFailures = KnownFailures(today: today)
  }

  /// The number of cases played.
  public var count: Int { passed + failed + known }
  /// Whether cases were played and all of them passed.
  public var isClean: Bool { passed > 0 && failed == 0 }

  /// How often each row and guard decided a step, by `table/row` and `guards/id`, in the order of
  /// the names; one that never did is left out.
  public var rows: [(name: String, count: Int)] { rowCounts.sorted }

  /// Plays every case of a file, or of all vector files below a folder in the order of their paths.
  ///
  /// Throws an ``InvalidInput`` for a file that cannot be read, an id used twice, or a policy that
  /// cannot be had.
  public mutating func run(path: String) throws(InvalidInput) {
    for file in try VectorFiles.at(path) {
      try VectorReader.read(file: file) { (vector: VectorCase) throws(InvalidInput) in
        try run(vector)
      }
    }
  }

  /// Plays every case of a text.
  public mutating func run(
    _ bytes: [UInt8], name: String, format: VectorReader.Format
  ) throws(InvalidInput) {
    try VectorReader.read(bytes, name: name, format: format) {
      (vector: VectorCase) throws(InvalidInput) in
      try run(vector)
    }
  }

  /// Plays one case.
  public mutating func run(_ vector: VectorCase) throws(InvalidInput) {
    let id = Name(vector.id)
    if let first = ids[id] {
      throw Self.duplicate(vector, first)
    }
    ids[id] = (vector.file, vector.position)
    if let selection, !selection.contains(id) {
      return
    }
    let played =
      vector.needsPolicy
      ? try player(vector.policy).play(vector)
      : Player.play(policyTextOf: vector, finder: finder)
    steps += played.steps.count
    for step in played.steps {
      if let decision = step.decision {
        rowCounts.add(decision)
      }
    }
    count(played)
  }

  private mutating func count(_ played: PlayedCase) {
    var mismatches = played.mismatches
    let verdict = knownFailures.verdict(
      of: played.vector, under: played.policy?.name, isFailed: !mismatches.isEmpty)
    switch verdict {
    case .passed:
      passed += 1
      return
    case .known:
      known += 1
      return
    case .failed, .expired, .unexpectedPass:
      failed += 1
    }
    if let mismatch = verdict.mismatch(of: played.vector) {
      mismatches.append(mismatch)
    }
    if failures.count < Self.failureLimit {
      failures.append(Failure(played: played, mismatches: mismatches, policy: policy))
    }
  }

  private mutating func player(_ policy: String) throws(InvalidInput) -> Player {
    if let player = players[Name(policy)] {
      return player
    }
    let player = Player(try resolve(policy))
    players[Name(policy)] = player
    return player
  }

  private static func duplicate(
    _ vector: VectorCase, _ first: (file: String, position: SourcePosition)
  ) -> InvalidInput {
    var sources = SourceMap()
    var position = vector.position
    position.file = sources.add(SourceMap.File(name: vector.file))
    var related = first.position
    related.file = sources.add(SourceMap.File(name: first.file))
    return InvalidInput(
      [
        Diagnostic(
          .vectorDuplicateID, .error, "two cases have the id `\(vector.id)`", at: position,
          help: "give the newer one an id of its own",
          related: [Diagnostic.Related("first used here", at: related)])
      ], in: sources)
  }
}
