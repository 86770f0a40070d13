// Does one thing many times, for whoever counts instructions: `steps decide|lookup|answered|changes|load|batch|read|events COUNT`.
import LinkPolicy
import LinkPolicyPresets
import LinkPolicyYAML

/// Sign-ins under the shipped Firebase policy: four people, four providers, with and without an account that holds
/// the address.
struct Questions {
  var attempts: [Attempt] = []
  var lookups: [Lookup] = []
  /// Who holds the address, for each look-up.
  var holders: [[Account]] = []
  var answered: [AnsweredLookup] = []

  init(_ policy: Policy) throws(InputError) {
    let people = [
      "ann@example.com", "bob@outlook.com", "cleo@privaterelay.appleid.com", "d@gmail.com",
    ]
    for person in people {
      for provider in ["google.com", "facebook.com", "apple.com", "twitter.com"] {
        let assertion = Assertion(
          verified: provider, subject: "1", addresses: [AddressRecord(person)], nonce: .matched)
        let attempt = Attempt(.signIn, with: assertion)
        attempts.append(attempt)
        let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
        let holder = Account(
          id: "u1", version: 1, tenant: nil, email: person, isEmailVerified: false, state: .active,
          epoch: 0, methods: [], labels: [])
        for holders in [[], [holder]] {
          lookups.append(lookup)
          self.holders.append(holders)
          answered.append(
            try lookup.answered(
              credential: .nobody, addresses: [holders], session: .notAsked, target: .notAsked,
              code: .notAsked, method: .enabled))
        }
      }
    }
  }
}

/// Facts of a thousand sign-ins, in the columns of a table.
func columns(of table: DecisionTable) -> [[UInt16]] {
  var number: UInt64 = 1
  return table.columns.map { column in
    (0..<1000).map { _ in
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt16(truncatingIfNeeded: number >> 33) % UInt16(column.values.count)
    }
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[2]) else {
  fatalError("write what is done, and how often")
}
let policy = Presets.firebase
var sum = 0
switch arguments[1] {
case "decide":
  let questions = try Questions(policy).answered
  for index in 0..<count {
    sum += try policy.decide(questions[index % questions.count]).isAllowed ? 1 : 2
  }
case "lookup":
  let questions = try Questions(policy).attempts
  for index in 0..<count {
    let lookup = try policy.lookup(
      for: questions[index % questions.count], by: .nobody, under: [:])
    sum += lookup.addresses.count
  }
case "answered":
  let questions = try Questions(policy)
  for index in 0..<count {
    let number = index % questions.lookups.count
    let answered = try questions.lookups[number].answered(
      credential: .nobody, addresses: [questions.holders[number]], session: .notAsked,
      target: .notAsked, code: .notAsked, method: .enabled)
    sum += answered.attempt.action.name.utf8.count
  }
case "changes":
  let decisions = try Questions(policy).answered.map { try policy.decide($0) }
  for index in 0..<count {
    sum += decisions[index % decisions.count].changes.writes.count
  }
case "load":
  guard let image = Presets.image(named: "firebase") else { fatalError("there is no image") }
  for _ in 0..<count {
    sum += try Policy(image: image).name.utf8.count
  }
case "batch":
  let table = try policy.decisionTable(for: .signIn, kind: .federated)
  let columns = columns(of: table)
  for _ in 0..<count {
    sum += Int(try table.decide(columns, count: 1000)[0])
  }
case "read":
  guard let text = Presets.yaml(named: "firebase") else { fatalError("there is no text") }
  for _ in 0..<count {
    sum += try PolicyText(text, name: "firebase").document.decisions.count
  }
case "events":
  guard let text = Presets.yaml(named: "firebase") else { fatalError("there is no text") }
  for _ in 0..<count {
    let events = text.withUnsafeBufferPointer { yaml_events($0.baseAddress, $0.count) }
    guard events > 0 else { fatalError("libyaml could not read the text") }
    sum += events
  }
default: fatalError("unknown: \(arguments[1])")
}
print(sum)
