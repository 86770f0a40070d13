import LinkPolicySystem
import Testing

@testable import LinkPolicyCommands

@Suite("Resource usage")
struct ResourceUsageTests {
  @Test("time is rounded to tenths of a second, memory up to MiB")
  func text() {
    #expect(ResourceUsage.text(milliseconds: 1_349, memory: 2_049) == "took 1.3 s and 3 MiB")
    #expect(ResourceUsage.text(milliseconds: 50, memory: nil) == "took 0.1 s")
  }

  @Test("only who wants to know is told")
  func told() {
    var quiet = Terminal.inMemory()
    ResourceUsage().tell(&quiet)
    #expect(quiet.errors.bytes.isEmpty)
  }

  @Test("a process has some memory")
  func memory() {
    #expect((ProcessResources.peakMemory ?? 0) > 1_000)
  }
}
