internal import LinkPolicyDiagnostics
internal import LinkPolicySystem

/// What a run has taken: time since it was made, and the most memory of the process.
struct ResourceUsage {
  private let start = SystemClock.milliseconds

  /// Tells it on standard error, where the terminal wants to know.
  func tell(_ terminal: inout Terminal) {
    guard terminal.tellsUsage else { return }
    let elapsed = SystemClock.milliseconds - start
    terminal.say("\(Self.text(milliseconds: elapsed, memory: ProcessResources.peakMemory))")
  }

  /// The time in seconds, and the memory, given in KiB, in MiB.
  static func text(milliseconds: Int, memory: Int?) -> String {
    let tenths = (milliseconds + 50) / 100
    let time = "\(tenths / 10).\(tenths % 10) s"
    return "took " + time + (memory.map { " and \(($0 + 1023) / 1024) MiB" } ?? "")
  }
}
