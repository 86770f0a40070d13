import Testing

@testable import LinkPolicy

/// A key whose account is gone is known in its tenant and for its kind, and nowhere else.
@Suite struct OrphanTests {
  private typealias World = ApplyWorld

  private func isGone(_ store: Accounts, in tenant: String?) throws -> Bool {
    let policy = try World.policy("sign-in", action: "sign-in", also: World.superseding)
    var attempt = World.attempt(.signIn, subject: "s0")
    attempt.tenant = tenant
    let situation = try store.situation(for: attempt, by: .init(), under: policy)
    if case .gone = situation.credentialHolder {
      return true
    }
    return false
  }

  @Test func anOrphanIsOneOfItsTenantAndKind() throws {
    for (kind, subject, tenant, isFound) in [
      (MethodKind.federated, "s0", nil, [true, false]), (.federated, "s0", "north", [false, true]),
      (.custom, "s0", nil, [false, false]), (.federated, "s1", nil, [false, false]),
    ] as [(MethodKind, String, String?, [Bool])] {
      var store = Accounts()
      store.addOrphan(MethodKey(issuer: "p", kind: kind, subject: subject), in: tenant)
      let found = [try isGone(store, in: nil), try isGone(store, in: "north")]
      #expect(found == isFound, "\(kind) \(subject) \(tenant ?? "-")")
    }
  }

  @Test func whatADeletedAccountLeavesIsOfItsTenant() throws {
    var former = Method("p", .federated, subject: "s0")
    former.isSuperseded = true
    var account = World.account()
    account.tenant = "north"
    account.methods += [former, Method("p", .federated, subject: "s1")]
    var store = World.store(account)
    var attempt = Attempt(.delete)
    attempt.tenant = "north"
    let delete = try World.policy("delete", action: "delete", also: World.superseding)
    _ = try store.play(attempt, delete)
    #expect(store.orphans.map { $0.tenant } == ["north"])
    #expect(try isGone(store, in: "north"))
    #expect(try !isGone(store, in: nil))
  }

  @Test func aKeyWithoutSubjectIsNotKept() {
    var store = Accounts()
    store.addOrphan(MethodKey(issuer: "p", kind: .password, subject: nil))
    #expect(store.orphans.isEmpty)
  }
}
