internal import LinkPolicy

/// The pairs of values in which two policies read the same thing, each once, with a name.
///
/// A pair of one name that stands alone is called by it; others by examples of what they hold.
struct JointAtoms {
  private let names: Sides<[Name]>
  private var pairs: [Sides<Int>] = []
  private var examples: [[Name]] = []

  // More would only make what is shown long.
  private static var exampleLimit: Int { 3 }

  init(_ names: Sides<[Name]>) {
    self.names = names
  }

  mutating func add(_ pair: Sides<Int>, example: Name) {
    guard let known = pairs.firstIndex(of: pair) else {
      pairs.append(pair)
      examples.append([example])
      return
    }
    if !examples[known].contains(example) {
      examples[known].append(example)
    }
  }

  /// The joint values, in the order of the old policy's and then the new one's.
  var values: [JointVocabulary.Value] {
    let order = pairs.indices.sorted {
      (pairs[$0].old, pairs[$0].new) < (pairs[$1].old, pairs[$1].new)
    }
    return order.map { JointVocabulary.Value(name: name($0), own: pairs[$0]) }
  }

  private func name(_ index: Int) -> Name {
    let pair = pairs[index]
    let own = Sides { names[$0][pair[$0]] }
    let isAlone = !pairs.contains { other in
      other != pair && (other.old == pair.old || other.new == pair.new)
    }
    let isCommon =
      own.old == own.new
      && !pairs.enumerated().contains { number, other in
        number != index && names.old[other.old] == names.new[other.new]
          && names.old[other.old] == own.old
      }
    if isAlone || isCommon {
      return own.new
    }
    var text = examples[index].prefix(Self.exampleLimit).map { $0.text }.joined(separator: "/")
    if examples[index].count > Self.exampleLimit {
      text += "/..."
    }
    return Name(text)
  }
}
