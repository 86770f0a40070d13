internal import LinkPolicy
internal import LinkPolicyJSON

/// Which cases are wanted; a list that is empty asks for nothing in particular.
public struct VectorSelection: Sendable {
  /// The cases by name, one of which a case must be.
  public var ids: [String]
  /// The statements, one of which a case must prove.
  public var statements: [String]
  /// The marks of suites, one of which a case must have.
  public var flags: [String]
  /// The parts of suites, one of which a case must belong to.
  public var tiers: [Tier]

  /// Selects by what is given; by default, everything.
  ///
  /// - Parameters:
  ///   - ids: the ids that are wanted.
  ///   - statements: the statements of which a case must prove one, such as `L1`.
  ///   - flags: the flags of which a case must have one.
  ///   - tiers: the tiers of which a case must be of one.
  public init(
    ids: [String] = [], statements: [String] = [], flags: [String] = [], tiers: [Tier] = []
  ) {
    self.ids = ids
    self.statements = statements
    self.flags = flags
    self.tiers = tiers
  }

  /// Whether every case is wanted.
  public var isEverything: Bool {
    ids.isEmpty && statements.isEmpty && flags.isEmpty && tiers.isEmpty
  }

  /// Whether a case meets everything that is asked for.
  ///
  /// - Parameter vector: the case.
  /// - Returns: whether it is to be run.
  public func includes(_ vector: VectorCase) -> Bool {
    (ids.isEmpty || Self.contains(ids, vector.id))
      && (tiers.isEmpty || vector.tier.map { tiers.contains($0) } ?? false)
      && (statements.isEmpty || vector.proves.contains { Self.contains(statements, $0) })
      && (flags.isEmpty || vector.flags.contains { Self.contains(flags, $0) })
  }

  private static func contains(_ words: [String], _ word: String) -> Bool {
    words.contains { $0.hasSameBytes(as: word) }
  }
}

/// The names in cases that were not wanted, to suggest what was probably meant.
package struct UnselectedNames: Sendable {
  // Names are kept only to suggest one; nobody mistypes one of more.
  private static var limit: Int { 10_000 }

  private var ids: Set<Name> = []
  private var statements: Set<Name> = []
  private var flags: Set<Name> = []

  /// No name yet.
  package init() {}

  /// Takes the names of a case.
  package mutating func add(_ vector: VectorCase) {
    guard ids.count < Self.limit else { return }
    ids.insert(Name(vector.id))
    statements.formUnion(vector.proves.map { Name($0) })
    flags.formUnion(vector.flags.map { Name($0) })
  }

  /// Takes the names that others took.
  package mutating func add(_ other: UnselectedNames) {
    guard ids.count < Self.limit else { return }
    ids.formUnion(other.ids)
    statements.formUnion(other.statements)
    flags.formUnion(other.flags)
  }

  /// Why a selection found no case, with what was probably meant; nil where no case was left out.
  package func explanation(_ selection: VectorSelection) -> String? {
    guard !ids.isEmpty else { return nil }
    let parts = [
      Self.part(" has the id ", selection.ids, ids),
      Self.part(" proves ", selection.statements, statements),
      Self.part(" has the flag ", selection.flags, flags),
      Self.part(" is of the tier ", selection.tiers.map { $0.rawValue }, []),
    ].compactMap { $0 }
    guard let first = parts.first else { return nil }
    guard parts.count > 1 else {
      return "no case" + first.text + (first.nearest.map { "; did you mean `\($0)`?" } ?? "")
    }
    return "no case" + parts.map { $0.text }.joined(separator: " and")
  }

  private static func part(
    _ text: String, _ words: [String], _ names: Set<Name>
  ) -> (text: String, nearest: String?)? {
    guard !words.isEmpty else { return nil }
    let quoted = words.map { Name($0).quoted }.joined(separator: " or ")
    let nearest = words.count == 1 ? Name.nearest(Name(words[0]), to: names.sorted()) : nil
    return (text + quoted, nearest?.text)
  }
}
