internal import LinkPolicyDiagnostics

extension FindingCatalog {
  /// What a policy declares, and what its rows name.
  static var declarations: [FindingExplanation] {
    [
      FindingExplanation(
        .duplicateName, "A name is declared twice, or stands twice in one list.",
        matter: "One of the two would win, and the other would be read in vain.",
        remedy: "Remove one, or give it another name.",
        example: policy(
          "- {id: otherwise, refuse: taken}\n- {id: otherwise, refuse: taken}", errors: ["taken"])),
      FindingExplanation(
        .unknownName, "A name is used that nothing declares.",
        matter: "A misspelt condition would never hold, and a misspelt effect never happen.",
        remedy: "Correct it to the name suggested, or declare it.",
        example: policy("- {id: otherwise, refuse: tooken}", errors: ["taken"])),
      FindingExplanation(
        .dividedValue, "A condition names a value that was divided, and not all of its parts.",
        matter:
          "The old value does not occur any more. A guard that tests it alone would stop refusing.",
        remedy: "Name the parts that the row is about, such as `nonce: [missing, not-sent]`.",
        example: policy(
          """
          - {id: unsent, nonce: absent, refuse: taken}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        .invalidDeclaration, "A declaration lacks something, or says what it cannot.",
        matter: "What is declared wrongly is read wrongly in every attempt.",
        remedy: "Do as the finding says; Docs/Language.md has each declaration.",
        example: policy(plainRows, before: "domains: {own: [not a domain]}")),
      FindingExplanation(
        .tooMany, "The policy has more of something than the engine can hold.",
        matter:
          "Facts are kept in place, so that a decision allocates nothing; there is room for 64.",
        remedy: "Join settings or claims that always go together, or remove unused ones.",
        example: ""
      ).showing(
        "a policy with 64 settings", Array(policy(plainRows, before: manySettings).utf8)),
      FindingExplanation(
        .tooIntricate, "The rows of a table test facts in more combinations than can be checked.",
        matter:
          "Every attempt must have one answer, and that is shown by going through all combinations.",
        remedy:
          "Let derived facts of few values say what rows test together, or split the table by kind.",
        example: ""
      ).showing(
        "a table of fifty rows that each test another three of 28 settings",
        Array(tangled(settings: 28, rows: 50).utf8)),
      FindingExplanation(
        .missingTable,
        "An action is decided for one kind of sign-in, and not for another that occurs.",
        matter: "Whoever signs in by the other kind would get no answer.",
        remedy: "Add a table such as `sign-in.phone`, or remove the kind from its provider.",
        example: policy(
          plainRows,
          before: "providers: {own.example: {kind: federated}, phone: {kind: phone}}")),
      FindingExplanation(
        .duplicateTable, "An action and kind are decided by two tables.",
        matter: "Which of them decides would be chance.",
        remedy: "Name each kind in one table only.",
        example: policy(plainRows).replacing(
          "errors:", with: "  sign-in:\n    rows:\n      - {id: otherwise, refuse: taken}\nerrors:")
      ),
    ]
  }

  private static var manySettings: String {
    "settings:" + (1...64).map { "\n  s\($0): [off, on]" }.joined()
  }
}
