import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyProof

@Suite("For whom a code was requested")
struct CodeOriginTests {
  private static let own = [("clicks", "off"), ("forced-linking", "on")]

  /// The verdict on one invariant of the edited harbour.
  private func verdict(
    _ invariant: String, in switches: [(String, String)] = [],
    _ edit: (old: String, new: String)? = nil
  ) throws -> (isProved: Bool, isBroken: Bool) {
    let policy = try edit.map { try AskingHarbour.policy($0) } ?? AskingHarbour.policy()
    let proof = try HarbourProof.prove(policy, in: switches) { $0.invariants = [invariant] }
    return (proof.isProved, !proof.counterexamples.isEmpty)
  }

  @Test("a link for one credential that counts for another lets the attacker in")
  func credentials() throws {
    let bound = try verdict("I1", in: Self.own)
    #expect(bound.isProved && !bound.isBroken)
    let loose = try verdict(
      "I1", in: Self.own,
      (
        "      - {id: another, overrides: earlier, code-credential: {not: same}, refuse: unknown-person}\n",
        ""
      ))
    #expect(!loose.isProved && loose.isBroken)
  }

  @Test("an absent credential lets in nobody where `same` is required, and anybody where it is not")
  func absentCredentials() throws {
    // Every code for a credential that is not compared is one of a store without the columns.
    let lenient = try verdict(
      "I1", in: Self.own, ("code-credential: {not: same}", "code-credential: absent"))
    #expect(lenient.isBroken)
    let strict = try verdict(
      "I1", in: Self.own, ("code-credential: {not: same}", "code-credential: [other, absent]"))
    #expect(strict.isProved)
  }

  @Test("a link counts for every session of the account, and for no session of another one")
  func accounts() throws {
    let same = try verdict("I14")
    #expect(same.isProved && !same.isBroken)
    let any = try verdict(
      "I14", ("requested-by: [other-account, absent]", "requested-by: absent"))
    #expect(any.isBroken)
    let own = try verdict(
      "I14", ("requested-by: [other-account, absent]", "requested-by: [other, absent]"))
    #expect(own.isProved)
  }

  @Test("a policy that compares neither has no such holdings")
  func plain() throws {
    let policy = try AskingHarbour.policy(
      ("requested-by: [other-account, absent]", "requested-by: [other, absent]"))
    let closure = try closure(policy)
    #expect(!closure.model.tellsAskingAccounts && closure.model.comparesCodeCredentials)
    let codes = closure.table.holdings.compactMap { holding -> HeldCode? in
      guard case .code(let code) = holding else { return nil }
      return code
    }
    #expect(!codes.isEmpty && !codes.contains { $0.askedIn == .elsewhere })
    #expect(codes.contains { $0.credential != nil } && codes.contains { $0.credential == nil })
  }

  @Test("certificates are refused")
  func certificates() throws {
    let proof = try HarbourProof.prove(try AskingHarbour.policy()) { $0.invariants = ["I3"] }
    let refused = #expect(throws: CertificateRefusal.self) {
      try Certificate(of: proof, under: try HarbourProof.assumptions(), version: "0")
    }
    #expect(refused == .originsOfCodes)
  }

  private func closure(_ policy: CompiledPolicy) throws -> AccountClosure {
    let environment = ProofEnvironment()
    let model = try AdversaryModel(
      policy, domain: "harbour.example", under: try HarbourProof.assumptions(), in: environment,
      excluding: environment.exclusions)
    var closure = AccountClosure(
      model, policy.storage.tables.indices.map { AnswerTable($0, of: policy) })
    closure.explore()
    return closure
  }
}
