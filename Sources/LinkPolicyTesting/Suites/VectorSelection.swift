internal import LinkPolicy
internal import LinkPolicyJSON

/// A selection of cases by id, statement, flag and tier; an empty list does not restrict the selection.
public struct VectorSelection: Sendable {
  /// The ids of the selected cases, such as `f0003`.
  public var ids: [String]
  /// The statements, such as `L1`; a selected case proves at least one of these statements.
  public var statements: [String]
  /// The flags; a selected case has at least one of these flags.
  public var flags: [String]
  /// The tiers of the selected cases, such as `core`.
  public var tiers: [Tier]

  /// Creates a selection, which by default includes all cases.
  ///
  /// - Parameters:
  ///   - ids: the ids of the cases, such as `f0003`.
  ///   - statements: the statements, such as `L1`; a selected case proves at least one of these statements.
  ///   - flags: the flags; a selected case has at least one of these flags.
  ///   - tiers: the tiers of the cases, such as `core`.
  public init(
    ids: [String] = [], statements: [String] = [], flags: [String] = [], tiers: [Tier] = []
  ) {
    self.ids = ids
    self.statements = statements
    self.flags = flags
    self.tiers = tiers
  }

  /// Whether the selection includes every case.
  public var isEverything: Bool {
    ids.isEmpty && statements.isEmpty && flags.isEmpty && tiers.isEmpty
  }

  /// Returns whether a case meets the criteria of every list that is not empty.
  ///
  /// - Parameter vector: the case.
  /// - Returns: whether the case is selected.
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

/// The ids, statements and flags of unselected cases, from which to suggest the name that the caller probably meant.
package struct UnselectedNames: Sendable {
  // The maximum number of cases; among the names of more cases, a suggestion is unlikely to be useful.
  private static var limit: Int { 10_000 }

  private var ids: Set<Name> = []
  private var statements: Set<Name> = []
  private var flags: Set<Name> = []

  /// Creates an empty collection.
  package init() {}

  /// Adds the id, statements and flags of a case.
  package mutating func add(_ vector: VectorCase) {
    guard ids.count < Self.limit else { return }
    ids.insert(Name(vector.id))
    statements.formUnion(vector.proves.map { Name($0) })
    flags.formUnion(vector.flags.map { Name($0) })
  }

  /// Adds the names of another collection.
  package mutating func add(_ other: UnselectedNames) {
    guard ids.count < Self.limit else { return }
    ids.formUnion(other.ids)
    statements.formUnion(other.statements)
    flags.formUnion(other.flags)
  }

  /// Returns the reason why a selection matches no case, with a suggestion; nil if the selection excluded no case.
  package func explanation(_ selection: VectorSelection) -> String? {
    guard !ids.isEmpty else { return nil }
    let parts = [
      Self.part(" has the id ", of: selection.ids, among: ids),
      Self.part(" proves ", of: selection.statements, among: statements),
      Self.part(" has the flag ", of: selection.flags, among: flags),
      Self.part(" has the tier ", of: selection.tiers.map { $0.rawValue }, among: []),
    ].compactMap { $0 }
    guard let first = parts.first else { return nil }
    guard parts.count > 1 else {
      return "no case" + first.text + (first.nearest.map { "; did you mean `\($0)`?" } ?? "")
    }
    return "no case" + parts.map { $0.text }.joined(separator: " and")
  }

  private static func part(
    _ text: String, of words: [String], among names: Set<Name>
  ) -> (text: String, nearest: String?)? {
    guard !words.isEmpty else { return nil }
    let quoted = words.map { Name($0).quoted }.joined(separator: " or ")
    // A run needs only one suggestion, so the search may compare all ids of a large suite.
    let nearest =
      words.count == 1
      ? Name.nearest(Name(words[0]), to: names.sorted(), comparing: .max) : nil
    return (text + quoted, nearest?.text)
  }
}
