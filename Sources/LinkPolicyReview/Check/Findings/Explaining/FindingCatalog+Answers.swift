internal import LinkPolicyDiagnostics

extension FindingCatalog {
  /// What tables and guards answer.
  static var answers: [FindingExplanation] {
    [
      FindingExplanation(
        .gap, "A table decides nothing for some attempt that can occur.",
        matter:
          "An attempt without an answer would have to be guessed at, so no such policy loads.",
        remedy:
          "Add a row for the example shown, or a last row without conditions for all the rest.",
        example: policy(
          "- {id: returning, credential: known, do: [sign-in]}", errors: [])),
      FindingExplanation(
        .overlap, "Two rows match the same attempt.",
        matter:
          "Which of them decides would depend on their order, which nobody reads a table for.",
        remedy:
          "Narrow one of them by a condition; or say `hit: first`, and `overrides` in the later row.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: own, account: verified, credential: known, refuse: taken}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        .staleOverride, "`overrides` names a row that this one does not override.",
        matter: "It tells the reader of an overlap that is not there, perhaps no longer.",
        remedy: "Remove the entry. It belongs into the later row of a table with `hit: first`.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: broken, credential: broken, refuse: taken, overrides: [returning]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"], hit: "    hit: first\n")),
      FindingExplanation(
        .hiddenRow, .warning,
        "A row never decides: other rows or guards take all its cells, or none exist.",
        matter: "Whoever reads the row believes in a rule that does not hold.",
        remedy: "Remove it, or narrow the rows that the finding names.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: verified, credential: known, account: verified, do: [sign-in]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"], hit: "    hit: first\n")),
      FindingExplanation(
        .hiddenGuard, .warning, "A guard never refuses anything, in any table.",
        matter: "It reads as a protection that is not there.",
        remedy: "Remove it, or put it before the guards that take its cells.",
        example: policy(
          plainRows,
          before: """
            guards:
              - {id: revoked, action: sign-in, session: revoked, refuse: unknown-person}
              - {id: again, action: sign-in, session: revoked, refuse: taken}
            """)),
      FindingExplanation(
        .invalidAnswer, "A row has no answer, two of a kind, or one that its table cannot give.",
        matter: "Nothing says what is to happen where the row decides.",
        remedy: "Say `do:` or `refuse:` in decisions, `is:` in facts, `refuse:` in guards.",
        example: policy(
          """
          - {id: returning, credential: known}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        .effectOrder, "Effects of a row stand in an order in which one undoes another.",
        matter:
          "What is dropped after it was added is gone, and a session opened before all are revoked too.",
        remedy:
          "Put them in the order that the finding names, or remove one of two that cannot stand together.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in, revoke-sessions]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        .impossibleEffect,
        "An effect of a row cannot be carried out for some attempt that it decides.",
        matter:
          "A decision that fails half way would leave an account in a state that no row speaks of.",
        remedy:
          "Narrow the row so that the example shown is not its own, or choose another effect.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: otherwise, do: [create, sign-in]}
          """, errors: [])),
      FindingExplanation(
        .refusalWithEffects, .note, "A row refuses, and still changes the account.",
        matter:
          "Who is refused expects that nothing happened. It can be meant: to lock an account, say.",
        remedy:
          "Leave it if it is meant, perhaps with an entry under `findings`; otherwise remove `do:`.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: taken, credential: new, address: taken, refuse: taken, do: [notify-owner]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        .missingProof, "A row drops what is unproven, and nothing says what proves an address.",
        matter: "Without `proof:` every method is unproven, and all of them would be dropped.",
        remedy: "Add `proof: {FACT: VALUE}` with what makes an assertion of an address believable.",
        example: policy(
          """
          - {id: returning, credential: known, do: [drop-unproven, sign-in]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
    ]
  }
}
