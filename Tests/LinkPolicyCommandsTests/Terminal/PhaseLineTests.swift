import Testing

@testable import LinkPolicyCommands

@Suite("The line about work in parts")
struct PhaseLineTests {
  @Test("what is done, how fast, and what is left")
  func text() {
    #expect(
      PhaseLine.text("looking", done: 20, of: 60, unit: "stores", milliseconds: 2_000)
        == "looking: 20 of 60 stores, 10 a second, 4 s left")
    #expect(
      PhaseLine.text("playing", done: 100, of: 13_000, unit: "situations", milliseconds: 1_000)
        == "playing: 100 of 13000 situations, 100 a second, 2 min 9 s left")
  }

  @Test("what was done before the part was heard of does not count for the rate")
  func since() {
    #expect(
      PhaseLine.text("looking", done: 30, of: 60, unit: "stores", since: 20, milliseconds: 1_000)
        == "looking: 30 of 60 stores, 10 a second, 3 s left")
  }

  @Test("nothing is said of what is left before anything is done")
  func start() {
    #expect(
      PhaseLine.text("looking", done: 0, of: 60, unit: "stores", milliseconds: 900)
        == "looking: 0 of 60 stores")
    #expect(
      PhaseLine.text("looking", done: 60, of: 60, unit: "stores", milliseconds: 0)
        == "looking: 60 of 60 stores")
  }
}
