internal import Testing

@testable internal import AccountService

@Suite struct ClockTests {
  @Test func timesAreThoseOfTheCalendar() {
    #expect(Clock.text(0) == "1970-01-01T00:00:00Z")
    #expect(Clock.text(951_827_696) == "2000-02-29T12:34:56Z")
    #expect(Clock.text(1_795_579_445) == "2026-11-25T04:04:05Z")
  }

  @Test func timePassesForward() {
    let clock = Clock()
    let before = clock.now
    clock.pass(-100)
    #expect(clock.now >= before)
    clock.pass(3600)
    #expect(clock.now >= before + 3600)
  }
}
