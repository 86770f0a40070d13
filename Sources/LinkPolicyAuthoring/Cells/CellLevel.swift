/// One step of a graph on its way down: an axis, or a digit of the classes of a wide one.
///
/// A node has a branch for everything its level tells apart. One over thousands of classes would be
/// as large as they are many, and each of thousands of rows that changes one class would make
/// another. The number of a class of a wide axis is therefore read digit by digit: what a row
/// changes is then one short path.
package struct CellLevel: Sendable {
  /// The axis that the level tells classes of apart.
  package let axis: Int
  /// How many branches a node of this level has.
  package let branchCount: Int
  /// How many bits of a class's number lower levels of the axis read.
  private let shift: Int
  /// The bits that are left for this level, once those are gone.
  private let mask: Int

  /// The most classes that one level tells apart: few enough for a node, and more than most facts
  /// have.
  static var widest: Int { 32 }
  /// The bits of a digit: with two a path has the fewest branches.
  private static var digitBits: Int { 2 }

  /// How many numbers of classes stand behind one branch.
  var stride: Int { 1 << shift }
  /// Whether graphs branch on another axis below.
  var isLast: Bool { shift == 0 }

  /// The number of the branch that a class stands behind.
  func branch(ofClass index: Int) -> Int {
    (index >> shift) & mask
  }

  /// The levels of an axis, highest digit first.
  ///
  /// There may be more numbers than classes: each one beyond the last class stands for that class,
  /// so that equal sets are equal graphs.
  static func levels(ofAxis axis: Int, classCount: Int) -> [CellLevel] {
    guard classCount > widest else {
      return [CellLevel(axis: axis, branchCount: classCount, shift: 0, mask: ~0)]
    }
    var levels: [CellLevel] = []
    var shift = 0
    while classCount > 1 << (shift + digitBits) {
      levels.append(
        CellLevel(
          axis: axis, branchCount: 1 << digitBits, shift: shift, mask: (1 << digitBits) - 1))
      shift += digitBits
    }
    let highest = ((classCount - 1) >> shift) + 1
    levels.append(CellLevel(axis: axis, branchCount: highest, shift: shift, mask: ~0))
    return levels.reversed()
  }
}
