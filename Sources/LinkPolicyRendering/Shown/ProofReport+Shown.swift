internal import LinkPolicy
internal import LinkPolicyProof
internal import LinkPolicyReview

extension ProofReport {
  /// The verdicts as a page shows them, the assumptions with the last.
  package var shown: [ShownVerdict] {
    proof.verdicts.map { invariant, verdict in
      let (finding, story, remarks): (ShownVerdict.Finding, [ShownStep], [String]) =
        switch verdict {
        case .proved: (.proved, [], note(invariant).map { [$0] } ?? [])
        case .vacuous(let reason): (.undecided, [], ["it says nothing: " + reason])
        case .undecided: (.undecided, [], ["not seen broken, not proved" + reason(invariant)])
        case .broken(let example):
          (
            .refuted,
            example.steps.map { step in
              let row = step.row.map { " by " + $0 } ?? ""
              return ShownStep(step.sentence, outcomes: [ShownStep.Outcome(step.result + row)])
            },
            ["it ends in " + example.outcome] + mitigation(for: example)
          )
        }
      return ShownVerdict(
        invariant.id, statement: invariant.statement, finding: finding, remarks: remarks,
        story: story, picture: picture(of: verdict))
    }
  }

  /// What would have stopped a counterexample; empty where no edit of one row is known to.
  private func mitigation(for example: Counterexample) -> [String] {
    mitigations[example.invariant].map {
      ["with " + $0.text + " in " + $0.row.text + ": " + $0.consequence]
    } ?? []
  }

  /// A picture of what breaks an invariant; nil for one that is not broken.
  private func picture(of verdict: Proof.Verdict) -> SequencePicture? {
    guard case .broken(let example) = verdict else { return nil }
    var known: [Account] = []
    var steps: [SequencePicture.Step] = []
    for (step, accounts) in zip(example.steps, example.accounts(under: proof.policy)) {
      var states: [SequencePicture.State] = []
      if let accounts {
        states = Self.states(of: accounts, since: known)
        known = accounts
      }
      steps.append(
        SequencePicture.Step(
          actor: step.actor, label: step.label.isEmpty ? step.sentence : step.label,
          account: step.account, result: step.result, isRefused: step.isRefused, states: states))
    }
    return SequencePicture(steps)
  }

  /// The accounts that are not what they were.
  private static func states(
    of accounts: [Account], since known: [Account]
  ) -> [SequencePicture.State] {
    let states = accounts.map { SequencePicture.State($0.id, words(of: $0)) }
    let before = known.map { SequencePicture.State($0.id, words(of: $0)) }
    let gone = before.filter { old in !states.contains { $0.account == old.account } }
    return states.filter { !before.contains($0) }
      + gone.map { SequencePicture.State($0.account, ["gone"]) }
  }

  private static func words(of account: Account) -> [String] {
    let address = account.email.map { [$0, account.isEmailVerified ? "verified" : "not verified"] }
    let methods = account.methods.map { method in
      ([method.provider] + [method.subject].compactMap { $0 }).joined(separator: " ")
        + (method.isSuperseded ? ", superseded" : "")
    }
    return (address ?? ["no address"]) + (account.state == .active ? [] : ["disabled"])
      + (methods.isEmpty ? ["no method"] : methods.map { "+ " + $0 })
  }

  /// What the verdicts rest on and how far they go, each a sentence without a full stop.
  package var groundwork: [String] {
    assumptions + proof.idle.map { "idle: " + $0.text }
  }
}
