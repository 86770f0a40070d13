// A program that embeds the shipped policies and reads none.
import LinkPolicy
import LinkPolicyPresets

let assertion = Assertion(
  verified: "google.com", subject: "1", addresses: [AddressRecord("ada@gmail.com")])
for name in Presets.names {
  guard let policy = Presets.policy(named: name) else { fatalError("\(name) is not shipped") }
  let attempt = Attempt(.signIn, with: assertion)
  let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
  let decision = try policy.decide(
    lookup.answered(
      credential: .nobody, addresses: [[]], session: .notAsked, target: .notAsked, code: .notAsked,
      method: lookup.asksMethod ? .enabled : .notAsked))
  print(name, decision.row?.id ?? "-")
}
