import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy

/// The store in memory answers a look-up with rows, and comes to what it finds by itself.
@Suite struct AnsweringTests {
  @Test func answersComeToTheSituationThatIsFound() throws {
    let policy = try FactWorld.policy.get()
    var world = RandomWorld(policy, seed: 11)
    var compared = 0
    for _ in 0..<Thoroughness.pick(2_000, orElse: 300) {
      world.populate()
      for action in policy.vocabulary.actions {
        let (attempt, caller) = world.attempt(action)
        guard var found = try? world.store.situation(for: attempt, by: caller, under: policy),
          let lookup = try? policy.lookup(
            for: attempt,
            by: Lookup.Caller(session: caller.session, target: caller.target, code: caller.code),
            under: caller.settings)
        else { continue }
        // Refused where the look-up does not ask.
        guard lookup.asksMethod || caller.isMethodEnabled else { continue }
        var answered = try world.store.answer(
          lookup, method: caller.isMethodEnabled ? .enabled : .disabled
        ).situation
        // Of a session that has ended the account is given, and needs none to be found.
        answered.unnamedAccounts = []
        // Of several addresses the holders come in the order of the addresses, here of the accounts.
        found.addressHolders.sort { $0.id < $1.id }
        answered.addressHolders.sort { $0.id < $1.id }
        #expect("\(answered)" == "\(found)")
        compared += 1
      }
    }
    #expect(compared > 1_000, "\(compared)")
  }
}
