internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyReview

/// A sequence of attempts that shows a danger: each step with its outcome before and after the edit.
struct ShownStory: Sendable {
  /// An attempt, or a wait between attempts.
  struct StoryStep: Sendable {
    /// The step in words, such as `sign-in google.com g1 a@gmail.com`.
    var words: String
    /// The outcome under each policy.
    var outcomes: Sides<StoryOutcome>

    /// Whether both policies have the same outcome.
    var isAlike: Bool { outcomes.old == outcomes.new }
  }

  /// The outcome of a step under one policy.
  struct StoryOutcome: Sendable, Equatable {
    /// The class of the outcome; nil for a wait, a malformed attempt, or a step that the replay decides differently.
    var kind: MatrixOutcome?
    /// The outcome in words; empty for a wait.
    var words: String
    /// The account that the attempt enters or changes; empty for a refusal, or if there is no account.
    var account = ""
    /// The error that the caller sees, or `allowed` for a refusal that looks like a success; empty if there is no
    /// error.
    var error = ""
    /// The deciding row; empty if the row is unknown.
    var row = ""
  }

  /// An account after the last step under one policy.
  struct StoryAccount: Sendable, Equatable {
    var id: String
    /// The address and its state, such as `ada@gmail.com, verified`.
    var address: String
    /// The methods, such as `google.com g1`.
    var ways: [String]
    /// The numbers of the steps that opened the account's live sessions.
    var sessions: [Int]
  }

  /// The change or declaration that the story shows.
  let entry: DifferenceReport.CauseEntry
  /// The kinds of the change, the most dangerous first.
  let kinds: [ChangeKind]
  /// The danger in one sentence.
  let heading: String
  /// The index of the edit that causes the change.
  let edit: Int
  /// For a declaration, the subject and content in each policy; for a change, the deciding rows with their answers.
  let answers: Sides<ShownChange.ChangeAnswer>
  /// The steps; empty if no sequence is known.
  private(set) var steps: [StoryStep] = []
  /// The accounts after the last step; nil if the accounts are unknown.
  private(set) var ends: Sides<[StoryAccount]>?
  /// Two answers that a caller can tell apart only after the edit; empty if the edit makes no answers distinguishable.
  private(set) var toldApart: [String] = []
  /// The number of changed cells for which the story is an example; nil for a changed declaration, which has no cells.
  private(set) var cells: Int?
  /// Remarks, such as the reason for a missing sequence.
  private(set) var remarks: [String] = []

  /// The link target of the story.
  var anchor: Anchor {
    Anchor("story", about: [heading, answers.old.words, answers.new.words, answers.new.row])
  }

  /// Creates the story of a change or declaration.
  ///
  /// - Parameters:
  ///   - entry: the change or declaration.
  ///   - edit: the index of the edit that causes the change.
  ///   - kind: the danger that the story shows.
  ///   - report: the report of the difference.
  init(
    _ entry: DifferenceReport.CauseEntry, of edit: Int, about kind: ChangeKind,
    in report: DifferenceReport
  ) {
    self.edit = edit
    kinds = report.kinds(entry)
    heading = kind.meaning
    let witness: Witness?
    switch entry {
    case .change(let index):
      let change = report.difference.changes[index]
      self.entry = .change(index)
      answers = Sides { side in
        ShownChange.ChangeAnswer(
          row: change.answers[side].row?.text ?? "",
          place: report.place(change.answers[side].position, side),
          words: change.answers[side].words)
      }
      cells = change.cells
      toldApart = change.toldApart ?? []
      witness = change.boxes.lazy.compactMap { $0.witness }.first
      if witness == nil {
        remarks = [(report.missing(change) as TerminalText).text]
      }
    case .declaration(let index):
      let declaration = report.difference.declarations[index]
      self.entry = .declaration(index)
      answers = Sides { side in
        ShownChange.ChangeAnswer(
          row: declaration.subject,
          place: report.place(declaration.positions[side], side),
          words: declaration.words[side])
      }
      witness = declaration.witness
      if witness == nil {
        remarks = [(report.missing(declaration) as TerminalText).text]
      }
    }
    if let witness {
      tell(witness, under: report.difference.policies)
    }
  }

  /// Plays the sequence of a witness again to find the deciding rows and the accounts.
  private mutating func tell(_ witness: Witness, under policies: Sides<CompiledPolicy>) {
    let played = Sides { side in
      witness.sequence.adapted(to: policies[side]).play(policies[side])
    }
    steps = witness.steps.enumerated().map { index, step in
      StoryStep(
        words: step.words,
        outcomes: Sides { side in
          let known = played[side].indices.contains(index) ? played[side][index] : nil
          return StoryOutcome(known, named: step.outcomes[side])
        })
    }
    let isSame = Side.allCases.allSatisfy { side in
      played[side].count == witness.steps.count
        && zip(played[side], witness.steps).allSatisfy { played, step in
          (played.decision?.code ?? "") == step.outcomes[side]
        }
    }
    // A renamed provider or setting can make the replay differ from the witness.
    if isSame {
      ends = Sides { Self.accounts(after: played[$0]) }
    } else if let accounts = witness.accounts {
      remarks += [
        "accounts before the edit: " + accounts.old, "accounts after the edit: " + accounts.new,
      ]
    }
  }

  private static func accounts(after played: [StepSequence.Played]) -> [StoryAccount] {
    guard let last = played.last?.accounts else { return [] }
    return last.accounts.map { account in
      let live = last.sessions.filter { session in
        session.account.hasSameBytes(as: account.id) && !session.isEnded
          && session.epoch == account.epoch
      }
      let opened = played.indices.filter { index in
        live.contains { $0.id.hasSameBytes(as: played[index].applied?.session ?? "") }
      }
      var address = account.email ?? "no address"
      if account.email != nil {
        address += account.isEmailVerified ? ", verified" : ", not verified"
      }
      return StoryAccount(
        id: account.id, address: address + (account.state == .active ? "" : ", disabled"),
        ways: account.methods.map { method in
          method.provider + (method.subject.map { " " + $0 } ?? "")
            + (method.isSuperseded ? " (superseded)" : "")
        },
        sessions: opened.map { $0 + 1 })
    }
  }
}

extension ShownStory.StoryOutcome {
  /// Creates the outcome of a played step; `name` is the outcome's name in the witness.
  fileprivate init(_ played: StepSequence.Played?, named name: String) {
    guard let decision = played?.decision, decision.code.hasSameBytes(as: name) else {
      self.init(words: name)
      return
    }
    let credential = decision.facts[EngineFact.credential.rawValue]
    let address = decision.facts[EngineFact.address.rawValue]
    let isHeld = [FactValue.Address.taken, .several].contains { $0.rawValue == address }
    let kind = MatrixOutcome(
      decision.effects, isAllowed: decision.isAllowed, asks: decision.ask != nil,
      isCredentialHeld: credential == FactValue.CredentialValue.known.rawValue,
      isAddressHeld: isHeld)
    self.init(kind: kind, words: kind.word)
    account = decision.isAllowed ? played?.applied?.account ?? "" : ""
    if case .refused(let refusal) = decision.shown {
      error = refusal.code
    } else if !decision.isAllowed {
      error = "allowed"
    }
    row = RowName(decision)?.text ?? ""
  }
}

extension Decision {
  /// The outcome in the notation of witnesses: `allowed`, or the error.
  fileprivate var code: String {
    switch outcome {
    case .allowed: "allowed"
    case .refused(let refusal): refusal.code
    }
  }
}
