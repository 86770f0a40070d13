import LinkPolicy
import LinkPolicyPresets

/// Deciding sign-ins under the shipped Firebase policy.
enum Deciding {
  static func run() throws {
    let policy = Presets.firebase
    let people = [
      "ann@example.com", "bob@outlook.com", "cleo@privaterelay.appleid.com", "d@gmail.com",
    ]
    let providers = ["google.com", "facebook.com", "apple.com", "unheard-of.example"]
    var questions: [(attempt: Attempt, situation: Situation)] = []
    for person in people {
      for provider in providers {
        let assertion = Assertion(
          verified: provider, subject: "1", addresses: [AddressRecord(person)], nonce: .matched)
        let holder = Account(id: "u1", email: person)
        for holders in [[], [holder]] {
          questions.append(
            (Attempt(.signIn, with: assertion), Situation(addressHolders: holders)))
        }
      }
    }
    let decided = try Measure(200_000) { index in
      let question = questions[index % questions.count]
      blackHole(try policy.decide(question.attempt, in: question.situation))
    }
    report("decide from strings", text(decided.nanoseconds) + " ns")
    report("  allocations of one decision", text(decided.allocations))
    let lookedUp = try Measure(200_000) { index in
      blackHole(try policy.lookup(for: questions[index % questions.count].attempt))
    }
    report("look-up for an attempt", text(lookedUp.nanoseconds) + " ns")
    report("  allocations of one look-up", text(lookedUp.allocations))
  }
}
