internal import LinkPolicyDiagnostics
internal import LinkPolicySystem

/// The line that says how far work in several parts has come, on a terminal only.
struct PhaseLine {
  // Often enough to look alive, seldom enough to cost nothing.
  private static var interval: Int { 100 }
  // A run that is over before anybody could read the line shows none.
  private static var delay: Int { 500 }

  private let start = SystemClock.milliseconds
  private var phaseStart = SystemClock.milliseconds
  private var phase = ""
  /// How much of the part was done when it was first heard of.
  private var done = 0
  private var last = 0

  /// Shows how far a part has come, if it is time to; `unit` is what is counted, in the plural.
  mutating func show(
    _ phase: String, _ done: Int, of all: Int, _ unit: String, _ terminal: inout Terminal
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
      phase, done, of: all, unit, since: self.done, milliseconds: now - phaseStart)
    terminal.show(progress: "\(text)")
  }

  /// The line: how much is done, how fast since a number of them, and the time that is left of this part if it goes on
  /// like this.
  static func text(
    _ phase: String, _ done: Int, of all: Int, _ unit: String, since start: Int = 0,
    milliseconds: Int
  ) -> String {
    var text = "\(phase): \(done) of \(all) \(unit)"
    guard done > start, milliseconds > 0 else { return text }
    text += ", \((done - start) * 1000 / milliseconds) a second"
    let seconds = milliseconds * max(0, all - done) / (done - start) / 1000
    return text + ", " + (seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s")
      + " left"
  }
}
