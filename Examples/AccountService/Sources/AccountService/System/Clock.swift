internal import Glibc
internal import Synchronization

/// The clock of the service, which users of the example can advance.
final class Clock: Sendable {
  private let passed = Atomic(0)

  /// The current time in seconds since 1970.
  var now: Int { time(nil) + passed.load(ordering: .relaxed) }

  /// Advances the clock.
  ///
  /// - Parameter seconds: the number of seconds, from 0 to a year.
  func pass(_ seconds: Int) {
    passed.add(min(max(seconds, 0), 366 * 86_400), ordering: .relaxed)
  }

  /// The current time in the format of records, such as `2026-11-25T04:05:06Z`.
  var text: String { Self.text(now) }

  /// Returns a time in the format of records.
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
