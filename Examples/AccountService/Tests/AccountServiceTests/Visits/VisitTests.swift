internal import Testing

@testable internal import AccountService

@Suite struct VisitTests {
  private func pending(_ state: String, begun: Int = 100) -> PendingSignIn {
    PendingSignIn(
      provider: "/google", state: state, rawNonce: "n", purpose: .signIn, hasConsent: false,
      begun: begun)
  }

  @Test func anAnswerCountsOnceAndForItsProvider() {
    var visit = Visit(lastUsed: 0)
    visit.begin(pending("s1"))
    #expect(visit.take(state: "s2", of: "/google", after: 0) == nil)
    #expect(visit.take(state: "", of: "/google", after: 0) == nil)
    #expect(visit.take(state: "s1", of: "/apple", after: 0) == nil)
    #expect(visit.take(state: "s1", of: "/google", after: 0)?.state == "s1")
    #expect(visit.take(state: "s1", of: "/google", after: 0) == nil)
  }

  @Test func anAnswerThatComesLateIsNone() {
    var visit = Visit(lastUsed: 0)
    visit.begin(pending("s1"))
    visit.begin(pending("s2", begun: 101))
    #expect(visit.take(state: "s1", of: "/google", after: 100) == nil)
    #expect(visit.take(state: "s2", of: "/google", after: 100) != nil)
  }

  @Test func noBrowserMakesTheServiceRememberEverMore() {
    var visit = Visit(lastUsed: 0)
    for number in 0..<100 {
      visit.begin(pending("s\(number)"))
    }
    #expect(visit.pending.count == 8)
    #expect(visit.pending.last?.state == "s99")
  }

  @Test func aVisitIsFoundByItsCookieAlone() {
    let visits = Visits(clock: Clock())
    let (one, other) = (visits.begin(), visits.begin())
    #expect(one != other)
    _ = visits.use(one) { $0.address = "a@example.com" }
    #expect(visits.use(one) { $0.address } == "a@example.com")
    #expect(visits.use(other) { $0.address } == "")
    #expect(visits.use(nil) { $0.address } == nil)
    // The service stores only the digest of a cookie, and the digest does not work as a cookie.
    #expect(visits.use(Secret.id(of: one)) { $0.address } == nil)
  }
}
