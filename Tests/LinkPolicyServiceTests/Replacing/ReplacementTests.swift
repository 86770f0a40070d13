import LinkPolicy
import LinkPolicyService
import Testing

@Suite("A policy comes into force as a whole, or not at all")
struct ReplacementTests {
  @Test("what is under way keeps its policy, what begins later has the new one")
  func snapshots() throws {
    let (old, new) = (try Sample.policy("open"), try Sample.policy("shut", refuses: true))
    let holder = try PolicyHolder(old)
    let before = holder.current
    let asked = try Sample.stranger(under: before.policy)
    #expect(try holder.replace(with: new).digest == old.digest)
    #expect(try before.decide(asked).row?.id == "open")
    #expect(holder.current.policy.digest == new.digest)
    let after = holder.current
    let decision = try after.decide(try Sample.stranger(under: after.policy))
    #expect(decision.row?.id == "shut")
    // The look-up of one is not decided by the other.
    let error = #expect(throws: InputError.self) { try after.decide(asked) }
    #expect(error?.reason == .contradiction)
  }

  @Test func pins() throws {
    let (old, new) = (try Sample.policy("open"), try Sample.policy("shut"))
    let wrong = #expect(throws: PolicyRefusal.self) { try PolicyHolder(old, pinned: new.digest) }
    #expect(wrong?.message.contains(old.digest.text) ?? false)
    let holder = try PolicyHolder(old, pinned: old.digest)
    let refusal = #expect(throws: PolicyRefusal.self) {
      try holder.replace(with: new, pinned: old.digest)
    }
    guard case .otherDigest(let pinned, let found) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(pinned == old.digest && found == new.digest)
    #expect(holder.current.policy.digest == old.digest)
    try holder.replace(with: new, pinned: new.digest)
    #expect(holder.current.policy.digest == new.digest)
    #expect(throws: PolicyRefusal.self) { try holder.setShadow(old, pinned: new.digest) }
    #expect(holder.current.shadow == nil)
  }

  @Test(
    "each rule that makes other keys of stored accounts is noticed",
    arguments: [
      ("{}", "{}", []), ("{match: any-proven}", "{}", []),
      ("{fold: []}", "{}", [StoredRowDifference.letterCase]),
      ("{fold: [case, dots]}", "{}", [.dots]), ("{fold: [case, plus-tags]}", "{}", [.plusTags]),
      ("{aliases: {b.example: a.example}}", "{}", [.aliases]),
      ("{aliases: {b.example: a.example}}", "{aliases: {b.example: c.example}}", [.aliases]),
      ("{held-by: methods}", "{}", [.holder]), ("{unique: no}", "{}", [.uniqueness]),
      ("{fold: [case, dots, plus-tags]}", "{}", [.dots, .plusTags]),
    ])
  func rules(old: String, new: String, expected: [StoredRowDifference]) throws {
    let (old, new) = (
      try Sample.policy("a", addresses: old), try Sample.policy("b", addresses: new)
    )
    #expect(StoredRowDifference.between(old, new) == expected)
    #expect(StoredRowDifference.between(new, old) == expected)
    #expect(StoredRowDifference.between(old, old) == [])
  }

  @Test(
    "so is what goes by provider",
    arguments: [
      ("{p: {kind: federated}}", "{p: {kind: federated}}", "", "", []),
      ("{p: {kind: federated, case: exact}}", "{p: {kind: federated}}", "", "", [.letterCase]),
      ("{p: {kind: federated, issuer: i}}", "{p: {kind: federated}}", "", "", [.issuers]),
      (
        "{p: {kind: federated, subjects: folded}}", "{p: {kind: federated}}", "", "", [.subjectCase]
      ),
      // No member of a family is taken for it that a policy declares separately.
      (
        "{ad.*: {kind: federated}, ad.a*: {kind: federated}}",
        "{ad.*: {kind: federated, subjects: folded}, ad.a*: {kind: federated}}", "", "",
        [.subjectCase]
      ),
      (
        "{p: {kind: federated}, o.*: {kind: federated, issuer: i}}",
        "{p: {kind: federated}, o.*: {kind: federated, issuer: i}, o.x: {kind: federated}}", "", "",
        [.issuers]
      ),
      (
        "{p: {kind: federated}, q: {kind: federated}}",
        "{p: {kind: federated}, q: {kind: federated}}", "pools: {one: [p], rest: ['*']}", "",
        [StoredRowDifference.pools]
      ),
      (
        "{p: {kind: federated}, q: {kind: federated}}",
        "{p: {kind: federated}, q: {kind: federated}}",
        "pools: {one: [p], rest: ['*']}", "pools: {uno: [p], rest: ['*']}", []
      ),
    ])
  func providers(
    old: String, new: String, oldMore: String, newMore: String, expected: [StoredRowDifference]
  ) throws {
    let (old, new) = (
      try Sample.policy("a", more: oldMore, providers: old),
      try Sample.policy("b", more: newMore, providers: new)
    )
    #expect(StoredRowDifference.between(old, new) == expected)
    #expect(StoredRowDifference.between(new, old) == expected)
  }

  @Test(
    "what accounts may have and the new policy does not know is told, and what a row leaves out",
    arguments: [
      ("{p: {kind: federated}, q: {kind: federated}}", "{p: {kind: federated}}", true, []),
      ("{p: {kind: federated}, o.*: {kind: federated}}", "{p: {kind: federated}}", true, []),
      ("{p: {kinds: [federated, custom]}}", "{p: {kind: federated}}", true, []),
      (
        "{p: {kinds: [federated, custom]}}", "{p: {kinds: [custom, federated]}}", false,
        [.usualKinds]
      ),
      // It was in the store while the case counted, whatever else there is now.
      (
        "{p: {kind: federated}, q: {kind: federated, case: exact}}", "{p: {kind: federated}}", true,
        [StoredRowDifference.letterCase]
      ),
    ])
  func names(old: String, new: String, isLacking: Bool, others: [StoredRowDifference]) throws {
    let (old, new) = (
      try Sample.policy("a", providers: old), try Sample.policy("b", providers: new)
    )
    #expect(StoredRowDifference.between(old, new) == others + (isLacking ? [.unknownNames] : []))
    // What the new one knows beside is in no row.
    #expect(StoredRowDifference.between(new, old) == others)
  }

  @Test("a label that methods bear is another than one of that name that accounts bear")
  func bearers() throws {
    let (account, method) = (
      try Sample.policy("a", more: "labels: {tier: [low, high]}"),
      try Sample.policy("b", more: "labels: {tier: {values: [low, high], on: method}}")
    )
    #expect(StoredRowDifference.between(account, method) == [.unknownNames])
    #expect(StoredRowDifference.between(method, account) == [.unknownNames])
    #expect(throws: PolicyRefusal.self) { try PolicyHolder(account).replace(with: method) }
    let same = try Sample.policy("c", more: "labels: {tier: [low, high, top]}")
    #expect(StoredRowDifference.between(account, same) == [])
  }

  @Test("codes of a purpose that the new policy lacks are told")
  func purposes() throws {
    let (old, new) = (
      try Sample.policy("a", more: "purposes: {invite: {}}"), try Sample.policy("b")
    )
    #expect(StoredRowDifference.between(old, new) == [.unknownNames])
    #expect(StoredRowDifference.between(new, old) == [])
    let refusal = #expect(throws: PolicyRefusal.self) { try PolicyHolder(old).replace(with: new) }
    #expect(refusal?.message.contains("purposes of codes that it does not know") ?? false)
  }

  @Test("identifiers that the new policy lacks, or folds otherwise, are told")
  func identifiers() throws {
    let folded = try Sample.policy("a", more: "identifiers: {username: {fold: case}}")
    let exact = try Sample.policy("b", more: "identifiers: {username: {}}")
    let (more, none) = (
      try Sample.policy("c", more: "identifiers: {username: {}, phone: {}}"),
      try Sample.policy("d")
    )
    #expect(StoredRowDifference.between(folded, exact) == [.identifierCase])
    #expect(StoredRowDifference.between(exact, folded) == [.identifierCase])
    #expect(StoredRowDifference.between(exact, more) == [])
    #expect(StoredRowDifference.between(more, exact) == [.unknownNames])
    #expect(StoredRowDifference.between(exact, none) == [.unknownNames])
    #expect(StoredRowDifference.between(none, exact) == [])
    #expect(throws: PolicyRefusal.self) { try PolicyHolder(folded).replace(with: exact) }
  }

  @Test(
    "where methods were superseded, a policy that supersedes none waits until they are looked at")
  func superseded() throws {
    let (old, new) = (
      try Sample.policy(held: "do: [supersede-subject, sign-in]"), try Sample.policy()
    )
    #expect(StoredRowDifference.between(old, new) == [.supersededMethods])
    #expect(StoredRowDifference.between(new, old) == [])
    let holder = try PolicyHolder(old)
    let refusal = #expect(throws: PolicyRefusal.self) { try holder.replace(with: new) }
    #expect(
      refusal?.message.contains("methods of former subjects, of which it knows none") ?? false)
    #expect(holder.current.policy.digest == old.digest)
  }

  @Test("a policy with other address rules waits until somebody has looked at the store")
  func examinations() throws {
    let (old, new) = (
      try Sample.policy(), try Sample.policy(addresses: "{fold: [case, dots, plus-tags]}")
    )
    let holder = try PolicyHolder(old)
    let refusal = #expect(throws: PolicyRefusal.self) { try holder.replace(with: new) }
    #expect(
      refusal?.message
        == "the policy `\(new.digest.text)` interprets stored accounts differently than "
        + "`\(old.digest.text)`: dots in local parts, plus tags; examine the store, and pass "
        + "a `StoreExamination` of these two policies")
    // The other way around is another question.
    let reversed = StoreExamination(ofStoreUnder: new.digest, for: old.digest)
    let other = #expect(throws: PolicyRefusal.self) {
      try holder.replace(with: new, examined: reversed)
    }
    #expect(other?.message.contains("examine it again") ?? false)
    #expect(holder.current.policy.digest == old.digest)
    try holder.replace(
      with: new, examined: StoreExamination(ofStoreUnder: old.digest, for: new.digest))
    #expect(holder.current.policy.digest == new.digest)
    #expect(throws: PolicyRefusal.self) { try holder.replace(with: old) }
  }
}
