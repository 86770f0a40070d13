import Testing

@testable import LinkPolicyTesting

@Suite("Days of the calendar")
struct CalendarDateTests {
  @Test("are read strictly")
  func reading() {
    for text in ["2026-11-21", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
      #expect(CalendarDate(text)?.text == text)
    }
    for text in [
      "", "2026-1-21", "2026-11-211", "2026/11/21", "2026-13-01", "2026-00-01", "2026-04-31",
      "2025-02-29", "1900-02-29", "0000-01-01", "2026-11-00", " 2026-11-21", "2026-11-2１",
      "+026-11-21", "2026-11--1",
    ] {
      #expect(CalendarDate(text) == nil, "\(text)")
    }
  }

  @Test("follow each other as the calendar has it")
  func counting() throws {
    var date = try #require(CalendarDate(daysSince1970: -200_000))
    for days in -199_999...200_000 {
      let next = try #require(CalendarDate(daysSince1970: days))
      #expect(date < next)
      let sameMonth = CalendarDate(year: date.year, month: date.month, day: date.day + 1)
      let nextMonth = CalendarDate(year: date.year, month: date.month + 1, day: 1)
      let nextYear = CalendarDate(year: date.year + 1, month: 1, day: 1)
      #expect(next == sameMonth ?? nextMonth ?? nextYear)
      date = next
    }
    #expect(CalendarDate(daysSince1970: 0)?.text == "1970-01-01")
    #expect(CalendarDate(daysSince1970: 20_778)?.text == "2026-11-21")
    #expect(CalendarDate(daysSince1970: .max / 86_400) == nil)
    #expect(CalendarDate.last.text == "9999-12-31")
  }
}
