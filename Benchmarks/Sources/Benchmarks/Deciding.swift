import LinkPolicy
import LinkPolicyPresets

/// Deciding sign-ins under the shipped Firebase policy.
enum Deciding {
  private struct Question {
    var provider, email: String
    var holders: [Account]
    var attempt: Attempt
    var answered: AnsweredLookup
  }

  private static func questions(_ policy: Policy) throws -> [Question] {
    let people = [
      "ann@example.com", "bob@outlook.com", "cleo@privaterelay.appleid.com", "d@gmail.com",
    ]
    var questions: [Question] = []
    for email in people {
      for provider in ["google.com", "facebook.com", "apple.com", "twitter.com"] {
        let attempt = Attempt(
          .signIn,
          with: Assertion(
            verified: provider, subject: "1", addresses: [AddressRecord(email)], nonce: .matched))
        let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
        let holder = Account(
          id: "u1", version: 1, tenant: nil, email: email, isEmailVerified: false, state: .active,
          epoch: 0, methods: [], labels: [])
        for holders in [[], [holder]] {
          let answered = try lookup.answered(
            credential: .nobody, addresses: [holders], session: .notAsked, target: .notAsked,
            code: .notAsked, method: .enabled)
          questions.append(
            Question(
              provider: provider, email: email, holders: holders, attempt: attempt,
              answered: answered))
        }
      }
    }
    return questions
  }

  static func run() throws {
    let policy = Presets.firebase
    let questions = try questions(policy)
    for question in questions {
      // What is compared answers alike.
      let byHand = HandWritten.signIn(
        question.provider, "1", question.email, hasNonce: true, among: question.holders)
      let row = try policy.decide(question.answered).row?.id
      precondition(byHand.rawValue == row, "\(byHand.rawValue) is not \(row ?? "-")")
    }
    let byHand = Measure(200_000) { index in
      let question = questions[index % questions.count]
      blackHole(
        HandWritten.signIn(
          question.provider, "1", question.email, hasNonce: true, among: question.holders))
    }
    let decided = try Measure(200_000) { index in
      blackHole(try policy.decide(questions[index % questions.count].answered))
    }
    report("decide from strings", text(decided.nanoseconds) + " ns")
    report("  allocations of one decision", text(decided.allocations))
    report("the same rules by hand", text(byHand.nanoseconds) + " ns")
    report("  times by hand", text(decided.nanoseconds / byHand.nanoseconds))
    let lookedUp = try Measure(200_000) { index in
      blackHole(
        try policy.lookup(
          for: questions[index % questions.count].attempt, by: .nobody, under: [:]))
    }
    report("look-up for an attempt", text(lookedUp.nanoseconds) + " ns")
    report("  allocations of one look-up", text(lookedUp.allocations))
  }
}
