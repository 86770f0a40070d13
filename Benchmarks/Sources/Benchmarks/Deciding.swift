import LinkPolicy
import LinkPolicyPresets

/// Deciding sign-ins under the shipped Firebase policy.
enum Deciding {
  static func run() throws {
    let policy = Presets.firebase
    let people = [
      "ann@example.com", "bob@outlook.com", "cleo@privaterelay.appleid.com", "d@gmail.com",
    ]
    let providers = ["google.com", "facebook.com", "apple.com", "twitter.com"]
    var attempts: [Attempt] = []
    var answered: [AnsweredLookup] = []
    for person in people {
      for provider in providers {
        let assertion = Assertion(
          verified: provider, subject: "1", addresses: [AddressRecord(person)], nonce: .matched)
        let holder = Account(
          id: "u1", version: 1, tenant: nil, email: person, isEmailVerified: false, state: .active,
          epoch: 0, methods: [], labels: [])
        let attempt = Attempt(.signIn, with: assertion)
        attempts.append(attempt)
        let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
        for holders in [[], [holder]] {
          answered.append(
            try lookup.answered(
              credential: .nobody, addresses: [holders], session: .notAsked, target: .notAsked,
              code: .notAsked, method: .enabled))
        }
      }
    }
    let decided = try Measure(200_000) { index in
      blackHole(try policy.decide(answered[index % answered.count]))
    }
    report("decide from strings", text(decided.nanoseconds) + " ns")
    report("  allocations of one decision", text(decided.allocations))
    let lookedUp = try Measure(200_000) { index in
      blackHole(
        try policy.lookup(for: attempts[index % attempts.count], by: .nobody, under: [:]))
    }
    report("look-up for an attempt", text(lookedUp.nanoseconds) + " ns")
    report("  allocations of one look-up", text(lookedUp.allocations))
  }
}
