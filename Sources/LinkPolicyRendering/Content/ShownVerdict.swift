internal import LinkPolicy
package import LinkPolicyExploration
internal import LinkPolicyProof

/// The verdict of a proof on one statement, for display on a page.
package struct ShownVerdict: Sendable, Equatable {
  /// The result of a proof of one statement.
  package enum ProofResult: String, Sendable, CaseIterable {
    /// No sequence breaks the statement.
    case proved
    /// A sequence breaks the statement.
    case refuted
    /// The search found neither a proof nor a counterexample.
    case undecided
    /// The statement applies to no account or attempt.
    case vacuous
  }

  /// The statement's name, such as `I3`.
  package var name: String
  /// The statement that must always hold.
  package var statement: String
  /// The result of the proof.
  package var finding: ProofResult
  /// Remarks on the verdict, such as an assumption or a possible edit; the page adds missing full stops.
  package var remarks: [String]
  /// The accounts after the sequence, each described in sentences; empty if no sequence breaks the statement.
  package var ends: [String]
  /// The sequence that breaks the statement; empty if there is none.
  package var story: [ShownStep]
  /// The picture of the sequence; nil if no sequence breaks the statement.
  package var picture: SequencePicture?

  package init(
    _ name: String, statement: String, finding: ProofResult, remarks: [String] = [],
    story: [ShownStep] = [], ends: [String] = [], picture: SequencePicture? = nil
  ) {
    self.name = name
    self.statement = statement
    self.finding = finding
    self.remarks = remarks
    self.story = story
    self.ends = ends
    self.picture = picture
  }
}

extension ShownVerdict.ProofResult {
  /// The word on the page, such as `PROVED`.
  var word: String {
    switch self {
    case .proved: "PROVED"
    case .refuted: "BROKEN"
    case .undecided: "NOT DECIDED"
    case .vacuous: "VACUOUS"
    }
  }

  /// The sign next to the word, such as `✓`.
  var sign: String {
    switch self {
    case .proved: "✓"
    case .refuted: "×"
    case .undecided: "?"
    case .vacuous: "○"
    }
  }

  /// The CSS class of the verdict, by which the style sheet colors the word.
  var style: String {
    switch self {
    case .proved: "enters"
    case .refuted: "refuses"
    case .undecided: "asks"
    case .vacuous: "allows"
    }
  }
}

extension ProofReport {
  /// The verdicts of the proof for display on a page, each with remarks.
  package var shown: [ShownVerdict] {
    proof.verdicts.map { invariant, verdict in
      let name = invariant.id
      let statement = invariant.statement
      switch verdict {
      case .proved:
        return ShownVerdict(
          name, statement: statement, finding: .proved, remarks: note(invariant).map { [$0] } ?? [])
      case .vacuous(let reason):
        return ShownVerdict(
          name, statement: statement, finding: .vacuous,
          remarks: ["The statement applies to nothing: " + reason])
      case .undecided:
        return ShownVerdict(
          name, statement: statement, finding: .undecided,
          remarks: ["Neither a proof nor a counterexample was found."]
            + reasons(invariant).map(\.sentence))
      case .broken(let example):
        return ShownVerdict(
          name, statement: statement, finding: .refuted, remarks: mitigation(for: example),
          story: example.steps.map { step in
            ShownStep(
              step.sentence,
              outcomes: [ShownStep.StepOutcome(step.result)], row: step.row ?? "")
          },
          ends: example.finalAccounts, picture: picture(of: verdict))
      }
    }
  }

  /// Returns a remark about an edit of one row that prevents a counterexample; empty if no such edit is known.
  private func mitigation(for example: Counterexample) -> [String] {
    mitigations[example.invariant].map {
      ["A possible edit: " + $0.text + " in " + $0.row.text + ". " + $0.consequence.sentence]
    } ?? []
  }

  /// Returns a picture of the sequence that breaks an invariant; nil if no sequence breaks the invariant.
  private func picture(of verdict: Proof.ProofVerdict) -> SequencePicture? {
    guard case .broken(let example) = verdict else { return nil }
    var known: [Account] = []
    var steps: [SequencePicture.PictureStep] = []
    for (step, accounts) in zip(example.steps, example.accounts(under: proof.policy)) {
      var states: [SequencePicture.PictureState] = []
      if let accounts {
        states = Self.states(of: accounts, since: known)
        known = accounts
      }
      steps.append(
        SequencePicture.PictureStep(
          actor: step.actor, label: step.label.isEmpty ? step.sentence : step.label,
          account: step.account, result: step.result, isRefused: step.isRefused, states: states))
    }
    return SequencePicture(steps)
  }

  /// Returns the accounts that a step added, changed or deleted, each with its new state.
  private static func states(
    of accounts: [Account], since known: [Account]
  ) -> [SequencePicture.PictureState] {
    let states = accounts.map { SequencePicture.PictureState($0.id, words(of: $0)) }
    let before = known.map { SequencePicture.PictureState($0.id, words(of: $0)) }
    let gone = before.filter { old in !states.contains { $0.account == old.account } }
    return states.filter { !before.contains($0) }
      + gone.map { SequencePicture.PictureState($0.account, ["gone"]) }
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

  /// The assumptions and bounds of the verdicts, each a sentence without a full stop.
  package var groundwork: [String] {
    assumptions + proof.idle.map { "without effect: " + $0.text }
  }
}

/// The dependence of a proof on a row or guard: the results of proving the policy again after each edit of the row or
/// guard.
package struct ShownReliance: Sendable, Equatable {
  /// The row or guard.
  package var row: RowName
  /// The number of the row's edits that were proved safe.
  package var safe: Int
  /// The number of the row's edits that break an invariant.
  package var unsafe: Int
  /// The number of the row's edits that were neither proved safe nor found to break an invariant.
  package var undecided: Int
  /// The invariants that at least one edit breaks, such as `I1`.
  package var invariants: [String]

  package init(_ row: RowName, safe: Int, unsafe: Int, undecided: Int, invariants: [String]) {
    self.row = row
    self.safe = safe
    self.unsafe = unsafe
    self.undecided = undecided
    self.invariants = invariants
  }
}
