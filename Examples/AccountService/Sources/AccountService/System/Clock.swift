internal import Glibc
internal import Synchronization

/// The time, which whoever clicks through the example can let pass.
final class Clock: Sendable {
  private let passed = Atomic(0)

  /// Seconds since 1970.
  var now: Int { time(nil) + passed.load(ordering: .relaxed) }

  /// Lets time pass.
  ///
  /// - Parameter seconds: how much, from 0 to a year.
  func pass(_ seconds: Int) {
    passed.add(min(max(seconds, 0), 366 * 86_400), ordering: .relaxed)
  }

  /// The time as records have it, such as `2026-11-25T04:05:06Z`.
  var text: String { Self.text(now) }

  /// A time as records have it.
  static func text(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    unsafe gmtime_r(&time, &parts)
    func two(_ number: CInt) -> String { (number < 10 ? "0" : "") + String(number) }
    let day = unsafe (parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday)
    let hour = unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec)
    return String(day.0) + "-" + two(day.1) + "-" + two(day.2) + "T" + two(hour.0) + ":"
      + two(hour.1) + ":" + two(hour.2) + "Z"
  }
}
