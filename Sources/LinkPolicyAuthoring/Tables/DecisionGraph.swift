internal import LinkPolicy

/// A decision graph over fact values, laid out as images have it: one step a fact, no hashing.
///
/// A node is a word with a fact and the number of its values, followed by an edge for each value:
/// the place of another node, which stands before this one, or a number with the bit
/// ``ImageFormat/terminal``. So a walk ends, whatever the values are.
struct DecisionGraph: Sendable {
  /// The edge to start at.
  private(set) var root = ImageFormat.terminal
  /// The nodes, one behind the other.
  private(set) var words: [UInt32] = []

  /// A graph that maps everything to 0.
  init() {}

  /// Lays out a graph of an algebra, which counts as steps what takes as much room.
  ///
  /// What is left of a graph that the algebra's allowance does not hold decides nothing.
  init(_ graph: CellGraph, of algebra: inout CellAlgebra) {
    var placed: [CellGraph: UInt32] = [:]
    root = place(graph, &algebra, &placed)
  }

  private mutating func place(
    _ graph: CellGraph, _ algebra: inout CellAlgebra, _ placed: inout [CellGraph: UInt32]
  ) -> UInt32 {
    guard !graph.isTerminal else { return Self.terminal(graph) }
    if let known = placed[graph] {
      return known
    }
    let index = algebra.axis(of: graph)
    let axis = algebra.axes[index]
    let steps = 1 + axis.classOfValue.count / Self.wordsOfStep
    guard algebra.takesSteps(steps) else { return Self.terminal(.empty) }
    var next: [UInt32] = []
    for number in 0..<axis.classCount {
      next.append(place(algebra.branch(graph, axis: index, class: number), &algebra, &placed))
    }
    let node = UInt32(words.count)
    words.append(ImageFormat.pair(axis.fact, axis.classOfValue.count))
    for number in axis.classOfValue {
      words.append(next[number])
    }
    placed[graph] = node
    return node
  }

  /// How many words take as much room as a step of an algebra.
  private static var wordsOfStep: Int { 8 }

  private static func terminal(_ graph: CellGraph) -> UInt32 {
    ImageFormat.terminal | UInt32(-1 - graph.handle)
  }
}
