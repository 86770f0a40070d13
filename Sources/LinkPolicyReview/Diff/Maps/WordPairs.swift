internal import LinkPolicy

/// The names that two systems have for things of one sort, such as settings.
///
/// A name has at most one counterpart: the one that the map gives it, else the same name, where the
/// other system has it and the map does not use it for something else.
struct WordPairs: Sendable {
  /// The names each system declares.
  let declared: Sides<[Name]>
  /// What each name is mapped to, by the side that the name is of.
  private var mapped = Sides<[Name: Name]>(old: [:], new: [:])

  init(_ pairs: [Sides<Name>], _ declared: Sides<[Name]>) {
    self.declared = declared
    for pair in pairs {
      mapped.old[pair.old] = pair.new
      mapped.new[pair.new] = pair.old
    }
  }

  /// What the other system calls a thing of one system; nil where it has no such thing.
  func counterpart(of name: Name, on side: Side) -> Name? {
    if let other = mapped[side][name] {
      return other
    }
    guard declared[side.other].contains(name), mapped[side.other][name] == nil else { return nil }
    return name
  }

  /// Whether the map names it.
  func isMapped(_ name: Name, on side: Side) -> Bool { mapped[side][name] != nil }

  /// The names of one system for which the other has none.
  func alone(on side: Side) -> [Name] {
    declared[side].filter { counterpart(of: $0, on: side) == nil }
  }
}
