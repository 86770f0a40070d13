import LinkPolicy
import LinkPolicyPresets
import LinkPolicyPresetsYAML
import Testing

@testable import LinkPolicyProof

@Suite("Invariants of states")
struct StateCheckTests {
  private static func actors() -> ProofActors {
    ProofActors(
      domain: "example.com", providers: ["google.com"], assertable: [],
      remembersMethodAddresses: false, remembersStaleness: false)
  }

  /// A state with one account of the owner's address and these methods.
  private static func state(
    _ methods: [Method] = [], _ edit: (inout ProofState.AccountHistory) -> Void = { _ in }
  ) -> ProofState {
    var state = ProofState()
    var account = Account(id: "a1", email: actors().owners, isEmailVerified: true)
    account.methods = methods
    state.store.add(account)
    var history = ProofState.AccountHistory()
    edit(&history)
    state.histories = [history]
    return state
  }

  @Test("each is broken by the states that it is about, and by no other")
  func broken() throws {
    let policy = try Presets.compiled(named: "firebase")
    let check = StateCheck(policy, Self.actors(), ProofEnvironment())
    let password = Method("password", .password)
    func google(_ subject: String) -> Method {
      Method("google.com", .federated, subject: subject)
    }
    #expect(check.broken(in: ProofState()).isEmpty)
    #expect(check.broken(in: Self.state([google("owner")]) { $0.proved.insert(.owner) }).isEmpty)
    #expect(check.broken(in: Self.state([google("attacker")])).isEmpty, "nobody has proved it")
    let methods = Self.state([google("owner"), google("attacker")]) { $0.proved.insert(.owner) }
    #expect(check.broken(in: methods) == [.ownMethods])
    let secret = Self.state([password]) {
      $0.password = .attacker
      $0.proved.insert(.owner)
    }
    #expect(check.broken(in: secret) == [.ownMethods])
    let factor = Self.state([google("owner")]) {
      $0.factors.insert(.attacker)
      $0.proved.insert(.owner)
    }
    #expect(check.broken(in: factor) == [.ownMethods])
    let both = Self.state([google("owner")]) {
      $0.proved.insert(.owner)
      $0.proved.insert(.attacker)
    }
    #expect(check.broken(in: both) == [.oneProver])
    var two = Self.state()
    two.store.add(Account(id: "a2", email: Self.actors().owners, isEmailVerified: false))
    two.histories.append(ProofState.AccountHistory())
    #expect(check.broken(in: two) == [.oneHolder])
  }

  @Test("whoever reads the mailbox has a way in where mail opens the account")
  func mailbox() throws {
    var state = Self.state { $0.proved.insert(.owner) }
    state.holder = .attacker
    var environment = ProofEnvironment()
    let policy = try Presets.compiled(named: "firebase")
    #expect(StateCheck(policy, Self.actors(), environment).broken(in: state) == [.ownMethods])
    environment.mails = false
    #expect(StateCheck(policy, Self.actors(), environment).broken(in: state).isEmpty)
  }
}
