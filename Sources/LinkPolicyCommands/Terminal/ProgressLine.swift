internal import LinkPolicySystem
internal import LinkPolicyTesting

/// The line that says how far a long run has come, on a terminal only.
struct ProgressLine {
  // Often enough to look alive, seldom enough to cost nothing.
  private static var interval: Int { 100 }
  // A run that is over before anybody could read the line shows none.
  private static var delay: Int { 500 }

  private let start = SystemClock.milliseconds
  private var last = 0

  /// Shows the state, if it is time to.
  mutating func show(_ progress: RunProgress, _ terminal: inout Terminal) {
    guard terminal.showsProgress else { return }
    let elapsed = SystemClock.milliseconds - start
    guard elapsed >= Self.delay, elapsed - last >= Self.interval else { return }
    last = elapsed
    terminal.show(progress: "\(Self.text(progress, milliseconds: elapsed))")
  }

  /// The line: share, cases, rate, and the time that is left if it goes on like this.
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
