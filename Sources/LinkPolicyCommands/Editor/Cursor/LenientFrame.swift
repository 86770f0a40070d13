internal import LinkPolicy

/// A collection that is open at some place of a text.
struct LenientFrame {
  /// What kind of collection.
  enum Kind {
    /// A map by indentation, its keys at this column.
    case blockMap(column: Int)
    /// A list by indentation, its dashes at this column.
    case blockList(column: Int)
    /// A map in braces.
    case flowMap
    /// A list in brackets.
    case flowList
    /// A map of one entry in brackets, without braces.
    case pair
  }

  let kind: Kind
  /// Which of all collections it is, in the order in which they begin.
  let number: Int
  /// The key whose value comes, or has come; nil where a key comes.
  var key: Name?

  /// The column of a collection by indentation.
  var column: Int? {
    switch kind {
    case .blockMap(let column), .blockList(let column): column
    case .flowMap, .flowList, .pair: nil
    }
  }

  /// The step to what comes in it.
  var step: PathStep? {
    switch kind {
    case .blockList, .flowList: .item
    case .blockMap, .flowMap, .pair: key.map { .key($0) }
    }
  }
}
