// A program that embeds the shipped policies and reads none.
import LinkPolicy
import LinkPolicyPresets

let assertion = Assertion(
  verified: "google.com", subject: "1", addresses: [AddressRecord("ada@gmail.com")])
for name in Presets.names {
  guard let policy = Presets.policy(named: name) else { fatalError("\(name) is not shipped") }
  let decision = try policy.decide(Attempt(.signIn, with: assertion), in: Situation())
  print(name, decision.row?.id ?? "-")
}
