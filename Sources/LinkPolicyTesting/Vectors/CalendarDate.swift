/// A day of the Gregorian calendar.
///
/// The library has no clock, so the caller provides the current date.
public struct CalendarDate: Sendable, Hashable, Comparable {
  /// The Gregorian year, 1 to 9999.
  public let year: Int
  /// The month, 1 for January to 12 for December.
  public let month: Int
  /// The day of the month, counted from 1.
  public let day: Int

  /// The last representable day, 9999-12-31.
  public static var last: CalendarDate { CalendarDate(validYear: 9999, month: 12, day: 31) }

  private init(validYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a date, or returns nil if the day does not exist, such as February 29 in 2026.
  ///
  /// - Parameters:
  ///   - year: the year, 1 to 9999.
  ///   - month: the month, 1 to 12.
  ///   - day: the day of the month, counted from 1.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(of: month, in: year)
    else { return nil }
    self.init(validYear: year, month: month, day: day)
  }

  /// Parses a date of the form `YYYY-MM-DD`, or returns nil for any other text.
  ///
  /// - Parameter text: ten characters, such as `2026-02-28`.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let hyphen = UInt8(ascii: "-")
    guard bytes.count == 10, bytes[4] == hyphen, bytes[7] == hyphen,
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Creates the date that is `days` days after 1970-01-01, such as 1970-02-01 for 31.
  ///
  /// Returns nil if the year is outside 1 to 9999.
  ///
  /// - Parameter days: the number of whole days, negative before 1970.
  public init?(daysSince1970 days: Int) {
    guard abs(days) < 4_000_000 else { return nil }
    // The algorithm counts from March 1 of year 0, so that a leap day is the last day of its year.
    let days = days + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// The date as `YYYY-MM-DD`.
  public var text: String {
    Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
  }

  /// Returns whether one date is earlier than another date.
  ///
  /// - Parameters:
  ///   - a: the first date.
  ///   - b: the second date.
  /// - Returns: whether the first date is earlier than the second date.
  public static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
