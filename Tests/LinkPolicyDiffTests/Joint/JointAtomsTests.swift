import LinkPolicy
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Pairs of values")
struct JointAtomsTests {
  private static func names(
    _ old: [Name], _ new: [Name], _ pairs: [(Int, Int, Name)]
  ) -> [String] {
    var atoms = JointAtoms(Sides(old: old, new: new))
    for (old, new, example) in pairs {
      atoms.add(Sides(old: old, new: new), example: example)
    }
    return atoms.values.map { "\($0.own.old)\($0.own.new) " + $0.name.text }
  }

  @Test("each comes once, in the order of the old values and then of the new ones")
  func order() {
    #expect(
      Self.names(["x", "y"], ["x", "y"], [(1, 1, "b"), (0, 0, "a"), (1, 1, "c")])
        == ["00 x", "11 y"])
    #expect(
      Self.names(["x"], ["x", "y"], [(0, 1, "b"), (0, 0, "a")]) == ["00 x", "01 b"])
    #expect(Self.names(["x"], ["x"], []).isEmpty)
  }

  @Test("a pair that stands alone has the new name, and so has one of both policies' one name")
  func alone() {
    #expect(Self.names(["old"], ["new"], [(0, 0, "a")]) == ["00 new"])
    #expect(
      Self.names(["x", "y"], ["y", "z"], [(0, 1, "a"), (1, 0, "b")]) == ["01 z", "10 y"])
  }

  @Test("what one policy splits is called by what is in the parts")
  func split() {
    // What was `own` became `own` and `near`, and `near` got something from outside too.
    #expect(
      Self.names(
        ["own", "other"], ["own", "near", "other"],
        [(0, 0, "a"), (0, 1, "b"), (1, 1, "c"), (1, 2, "d"), (0, 1, "b")])
        == ["00 own", "01 b", "11 c", "12 other"])
    #expect(
      Self.names(
        ["own"], ["own", "near"],
        [(0, 0, "x"), (0, 1, "a"), (0, 1, "b"), (0, 1, "c"), (0, 1, "a")]) == [
          "00 own", "01 a/b/c",
        ])
    #expect(
      Self.names(
        ["own"], ["own", "near"],
        [(0, 0, "x"), (0, 1, "a"), (0, 1, "b"), (0, 1, "c"), (0, 1, "d")])
        == ["00 own", "01 a/b/c/..."])
  }
}
