internal import LinkPolicyDiagnostics
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// The progress line of a run of vectors, shown only on a terminal.
struct ProgressLine {
  // The number of milliseconds between two updates.
  private static var interval: Int { 100 }
  // The number of milliseconds before the first update, so that a short run shows no line.
  private static var delay: Int { 500 }

  private let start = SystemClock.milliseconds
  private var last = 0

  /// Shows the progress if an update is due.
  mutating func show(_ progress: RunProgress, _ terminal: inout Terminal) {
    guard terminal.showsProgress else { return }
    let elapsed = SystemClock.milliseconds - start
    guard elapsed >= Self.delay, elapsed - last >= Self.interval else { return }
    last = elapsed
    terminal.show(progress: "\(Self.text(progress, milliseconds: elapsed))")
  }

  /// Returns the text of the line: the share of the input, the numbers of cases and failed cases, the rate, and the
  /// estimated remaining time.
  static func text(_ progress: RunProgress, milliseconds: Int) -> String {
    let rate = progress.cases * 1000 / max(1, milliseconds)
    var text = "\(progress.cases) cases, \(rate) a second"
    if progress.failed > 0 {
      text += ", \(progress.failed) failed"
    }
    guard progress.totalBytes > 0, progress.bytes > 0 else { return text }
    let done = min(progress.bytes, progress.totalBytes)
    let rest = (progress.totalBytes - done) / 1024
    let seconds = milliseconds * rest / max(1, done / 1024) / 1000
    let left =
      seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    return "\(done / 1024 * 100 / max(1, progress.totalBytes / 1024)) %, " + text + ", "
      + left + " left"
  }
}

/// The progress line of work in several phases, shown only on a terminal.
struct PhaseLine {
  // The number of milliseconds between two updates.
  private static var interval: Int { 100 }
  // The number of milliseconds before the first update, so that a short run shows no line.
  private static var delay: Int { 500 }

  private let start = SystemClock.milliseconds
  private var phaseStart = SystemClock.milliseconds
  private var phase = ""
  /// The number of units that were finished when the phase began.
  private var done = 0
  private var last = 0

  /// Shows the progress of a phase if an update is due; `unit` is a plural noun.
  mutating func show(
    _ phase: String, done: Int, of all: Int, unit: String, _ terminal: inout Terminal
  ) {
    guard terminal.showsProgress else { return }
    let now = SystemClock.milliseconds
    if phase != self.phase {
      self.phase = phase
      phaseStart = now
      self.done = done
    }
    guard now - start >= Self.delay, now - start - last >= Self.interval else { return }
    last = now - start
    let text = Self.text(
      phase, done: done, of: all, unit: unit, since: self.done, milliseconds: now - phaseStart)
    terminal.show(progress: "\(text)")
  }

  /// Returns the text of the line: the finished units, the rate since `start`, and the estimated remaining time of the
  /// phase.
  static func text(
    _ phase: String, done: Int, of all: Int, unit: String, since start: Int = 0, milliseconds: Int
  ) -> String {
    var text = "\(phase): \(done) of \(all) \(unit)"
    guard done > start, milliseconds > 0 else { return text }
    text += ", \((done - start) * 1000 / milliseconds) a second"
    let seconds = milliseconds * max(0, all - done) / (done - start) / 1000
    return text + ", " + (seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s")
      + " left"
  }
}

/// The resource usage of a run: the elapsed time and the peak memory of the process.
struct ResourceUsage {
  private let start = SystemClock.milliseconds

  /// Reports the usage on standard error if ``Terminal/tellsUsage`` is true.
  func tell(_ terminal: inout Terminal) {
    guard terminal.tellsUsage else { return }
    let elapsed = SystemClock.milliseconds - start
    terminal.say("\(Self.text(milliseconds: elapsed, memory: ProcessResources.peakMemory))")
  }

  /// Returns the usage in words, such as `took 1.5 s and 120 MiB`; `memory` is in KiB, or nil if it is unknown.
  static func text(milliseconds: Int, memory: Int?) -> String {
    let tenths = (milliseconds + 50) / 100
    let time = "\(tenths / 10).\(tenths % 10) s"
    return "took " + time + (memory.map { " and \(($0 + 1023) / 1024) MiB" } ?? "")
  }
}
