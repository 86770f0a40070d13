import LinkPolicy
import LinkPolicyService
import Testing

@Suite("Each tenant can have a policy of its own")
struct TenantTests {
  private func row(_ tenants: TenantPolicies, _ tenant: String?) throws -> String? {
    var attempt = Sample.attempt()
    attempt.tenant = tenant
    let served = tenants.current(for: attempt)
    return try served.decide(try Sample.stranger(attempt, under: served.policy)).row?.id
  }

  @Test func givenReplacedAndTakenBack() throws {
    let holder = try PolicyHolder(Sample.policy("all"))
    let tenants = TenantPolicies(others: holder)
    #expect(try row(tenants, nil) == "all" && row(tenants, "t1") == "all")
    let own = try Sample.policy("own")
    #expect(throws: PolicyRefusal.self) {
      try tenants.give(own, to: "t1", pinned: holder.current.policy.digest)
    }
    #expect(tenants.tenants == [])
    try tenants.give(own, to: "t1", pinned: own.digest)
    #expect(try row(tenants, "t1") == "own" && row(tenants, "t2") == "all")
    #expect(try row(tenants, nil) == "all" && tenants.tenants == ["t1"])
    // What replaces the policy of all others is not that of this tenant.
    try holder.replace(with: try Sample.policy("others"))
    #expect(try row(tenants, "t1") == "own" && row(tenants, "t2") == "others")
    try tenants.give(try Sample.policy("next"), to: "t1")
    #expect(try row(tenants, "t1") == "next")
    try tenants.takeBack(from: "t1")
    try tenants.takeBack(from: "t3")
    #expect(try row(tenants, "t1") == "others" && tenants.tenants == [])
  }

  @Test("a tenant's accounts are looked at before other rules decide about them")
  func addressRules() throws {
    let all = try Sample.policy("all")
    let own = try Sample.policy("own", addresses: "{fold: [case, dots]}")
    let tenants = TenantPolicies(others: try PolicyHolder(all))
    #expect(throws: PolicyRefusal.self) { try tenants.give(own, to: "t1") }
    #expect(try row(tenants, "t1") == "all")
    try tenants.give(
      own, to: "t1", examined: StoreExamination(ofStoreUnder: all.digest, for: own.digest))
    #expect(throws: PolicyRefusal.self) { try tenants.takeBack(from: "t1") }
    #expect(try row(tenants, "t1") == "own")
    try tenants.takeBack(
      from: "t1", examined: StoreExamination(ofStoreUnder: own.digest, for: all.digest))
    #expect(try row(tenants, "t1") == "all")
  }
}
