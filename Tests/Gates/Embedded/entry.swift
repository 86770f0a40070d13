// The entry of the WebAssembly build: makes a small policy in code and decides one sign-in.

import LinkPolicy
import LinkPolicyAuthoring

/// Zero where the policy decides as written; otherwise the number of the step that did not.
@c(lp_check)
public func check() -> Int32 {
  let policy: Policy
  do {
    policy = try Policy(document())
  } catch {
    return 1
  }
  guard let first = decide(policy, "harbour.example", among: []) else { return 2 }
  guard first.isAllowed, first.row.map({ $0.id.hasSameBytes(as: "first") }) ?? false else {
    return 3
  }
  var store = Accounts()
  do {
    try store.apply(first)
  } catch {
    return 4
  }
  guard let second = decide(policy, "elsewhere.example", among: store.accounts) else { return 5 }
  guard !second.isAllowed, second.row.map({ $0.id.hasSameBytes(as: "taken") }) ?? false else {
    return 6
  }
  return 0
}

private func decide(
  _ policy: Policy, _ provider: String, among accounts: [Account]
) -> Decision? {
  let attempt = Attempt(
    .signIn,
    with: Assertion(
      verified: provider, subject: "7", addresses: [AddressRecord("ada@harbour.example")]))
  do {
    let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
    return try policy.decide(
      try lookup.answered(
        credential: .nobody, addresses: [accounts], session: .notAsked, target: .notAsked,
        code: .notAsked, method: .notAsked))
  } catch {
    return nil
  }
}

private func document() -> PolicyDocument {
  var document = PolicyDocument(name: Located("harbour"))
  document.providers = [
    ProviderDeclaration(Located("harbour.example"), kinds: [Located("federated")]),
    ProviderDeclaration(Located("elsewhere.example"), kinds: [Located("federated")]),
  ]
  var error = ErrorDeclaration(Located("already-registered"))
  error.ask = Located("existing-credential")
  document.errors = [error]
  var first = RowDeclaration(id: Located("first"))
  first.conditions = [
    Condition(Located("credential"), [Located("new")]),
    Condition(Located("address"), [Located("absent"), Located("free")]),
  ]
  first.effects = [EffectDeclaration(Located("create")), EffectDeclaration(Located("sign-in"))]
  var known = RowDeclaration(id: Located("known"))
  known.conditions = [Condition(Located("credential"), [Located("known")])]
  known.effects = [EffectDeclaration(Located("sign-in"))]
  var taken = RowDeclaration(id: Located("taken"))
  taken.refusal = Located("already-registered")
  document.decisions = [
    TableDeclaration(Located("sign-in.federated"), rows: [first, known, taken])
  ]
  return document
}
