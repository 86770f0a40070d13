internal import LinkPolicy
internal import LinkPolicyPresets
internal import Testing

@testable internal import AccountService

@Suite struct AskedForTests {
  private static let assertion = Assertion(
    verified: "google.com", subject: "g1", addresses: [AddressRecord("ada@example.com")],
    nonce: .matched)

  private func asked(_ remedy: Remedy, _ attempt: Attempt) -> AskedFor {
    var trial = Trial(attempt)
    trial.password = "secret"
    let ticket = Ticket(
      policy: Presets.hardened.digest, ask: remedy, provider: attempt.assertion?.provider,
      kind: attempt.assertion == nil ? nil : .federated, subject: attempt.assertion?.subject,
      address: "ada@example.com", account: "u1", tenant: nil, settings: [:])
    return AskedFor(trial: trial, ticket: ticket, methods: nil, since: 0)
  }

  @Test func whoCouldNotSignInAddsItToTheAccount() {
    for remedy in [Remedy.verification, .existingCredential] {
      let trial = asked(remedy, Attempt(.signIn, with: Self.assertion)).resumed(hasConsent: false)
      #expect(trial.attempt.action.name == "link")
      #expect(trial.attempt.assertion?.origin == .returned)
      #expect(trial.attempt.assertion?.subject == "g1")
      #expect(trial.attempt.ticket?.ask == remedy)
      #expect(trial.attempt.hasConsent == false)
      #expect(trial.password == nil)
    }
  }

  @Test func theOthersGoOnAsTheyWere() {
    let link = asked(.consent, Attempt(.link, with: Self.assertion)).resumed(hasConsent: true)
    #expect(link.attempt.action.name == "link")
    #expect(link.attempt.hasConsent == true)
    #expect(link.attempt.assertion?.origin == .returned)
    let factor = asked(.secondFactor, Attempt(.signIn, with: Self.assertion))
      .resumed(hasConsent: false)
    #expect(factor.attempt.action.name == "sign-in")
    #expect(factor.attempt.ticket?.ask == .secondFactor)
    let delete = asked(.reauthentication, Attempt(.delete)).resumed(hasConsent: false)
    #expect(delete.attempt.action.name == "delete")
    #expect(delete.attempt.assertion == nil)
    #expect(delete.attempt.ticket?.account == "u1")
  }
}
