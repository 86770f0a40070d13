internal import LinkPolicyDiagnostics

extension FindingCatalog {
  /// What a policy that loads is asked in a review.
  static var reviews: [FindingExplanation] {
    [
      FindingExplanation(
        .redundantRow, .warning, "Without the row every attempt is answered the same.",
        matter:
          "Somebody will change the row one day and wonder why nothing, or too much, changes.",
        remedy: "Remove it: that this changes no answer is proved, cell by cell.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: taken, credential: new, address: taken, refuse: taken}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        .redundantGuard, .warning, "Without the guard every attempt is answered the same.",
        matter: "It reads as a protection, and what protects stands elsewhere.",
        remedy: "Remove it: that this changes no answer is proved, cell by cell.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: otherwise, refuse: taken}
          """,
          before: """
            guards:
              - {id: occupied, credential: new, address: taken, refuse: taken}
            """, errors: ["taken"])),
      FindingExplanation(
        .idleCondition, .note, "A condition holds wherever the rest of its row does.",
        matter:
          "It narrows nothing: the row means the same without it, and looks more careful than it is.",
        remedy:
          "Remove it, or keep it for the reader; that the row matches the same cells is proved.",
        example: policy(
          """
          - {id: returning, credential: known, account: {not: none}, do: [sign-in]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        .missingReason, .warning, "A row gives no reason in a policy whose other rows do.",
        matter: "A rule that nobody can trace to a decision nobody dares to change.",
        remedy: "Add `because:` with the statement that the row encodes.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in], because: D1}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        .kinderAbsence, .warning,
        "An attempt without a claim gets further than one in which the claim is `false`.",
        matter:
          "A provider that leaves a claim out would be believed more than one that denies it.",
        remedy:
          "Test for the word that grants (`true`), not for everything but the one that denies.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: join, credential: new, address: taken, claim.verified: {not: false}, do: [replace-subject, sign-in]}
          - {id: otherwise, refuse: taken}
          """, before: "claims: {verified: {true: [true], false: [false]}}", errors: ["taken"])),
      FindingExplanation(
        .untestedInput, .warning,
        "A value that any caller can bring about is let through as if a check had passed.",
        matter:
          "Whoever fails the check, or leaves it out, gets as far as whoever passes it.",
        remedy: "Refuse the value in a guard or row, or say in `findings:` what checks it.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: otherwise, refuse: taken}
          """,
          before: """
            providers: {own.example: {kind: federated}, far.example: {kind: federated}}
            guards:
              - {id: replayed, provider: own.example, nonce: {not: matched}, refuse: unknown-person}
            """)),
      FindingExplanation(
        .supersededEnters, .warning,
        "A subject that a row supersedes still signs in, and no list of methods shows it.",
        matter:
          "Its owner cannot see or remove it: a lost key, or somebody else's account, stays a way in.",
        remedy:
          "Use `replace-subject`, refuse a second subject, or say in `findings:` how it is removed.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: join, credential: new, address: taken, do: [supersede-subject, sign-in]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        .vainRemedy, .warning,
        "A refusal asks for something that cannot be had, or that leads to the same refusal.",
        matter: "The person does what is asked, and is where he was.",
        remedy: "Ask for what helps there, or for nothing.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: otherwise, refuse: taken, ask: consent}
          """, errors: ["taken"])),
      FindingExplanation(
        .coincidingGuards, .note, "Two guards match the same attempt and refuse it differently.",
        matter:
          "The first is told. A refusal for one reason can reveal that another does not hold.",
        remedy: "See that the order is the one you mean.",
        example: policy(
          plainRows,
          before: """
            guards:
              - {id: known, credential: known, session: old, refuse: taken}
              - {id: held, account: verified, session: old, refuse: unknown-person}
            """)),
      FindingExplanation(
        .emptyInvariant, .warning,
        "An invariant of the policy's own is about no attempt: no cell of any table has its values.",
        matter: "It holds whatever the rows do, and looks as if it guarded something.",
        remedy: "Correct the values: they exclude each other, or no table decides such attempts.",
        example: policy(
          plainRows,
          before: "invariants: [{id: no-join, action: unlink, credential: new, never: [link]}]")),
      FindingExplanation(
        .unusedName, .note, "Something is declared that no row tests or names.",
        matter:
          "It looks as if it mattered: a claim that is declared is not a claim that is checked.",
        remedy: "Remove it, or use it.",
        example: policy(plainRows, before: "claims: {verified: {true: [true], false: [false]}}")),
      FindingExplanation(
        .notReviewed, .warning,
        "A table or derived fact has too many combinations of facts for the review.",
        matter:
          "It decides, and every attempt has an answer; what changes nothing in it was not looked for.",
        remedy: "Put what its rows say of many facts into derived facts of few values.",
        example: ""
      ).showing(
        "a table of forty rows that each test another three of 26 settings",
        Array(tangled(settings: 26, rows: 40).utf8)),
      FindingExplanation(
        .staleFinding, .warning, "An entry of `findings:` is about something that is not found.",
        matter: "It would hide the finding when it comes back.",
        remedy: "Remove the entry.",
        example: policy(
          plainRows, before: "findings: [{code: unused-name, level: off, reason: none is left}]",
          errors: ["taken"])),
    ]
  }
}
