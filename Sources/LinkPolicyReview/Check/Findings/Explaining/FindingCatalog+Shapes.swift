internal import LinkPolicyYAML

extension FindingCatalog {
  /// The shape of a policy file.
  static var shapes: [FindingExplanation] {
    [
      FindingExplanation(
        .wrongFile, "The file is not a policy, but of another kind.",
        matter: "Everything that could be said of it as a policy would be beside the point.",
        remedy: "Give it to the verb that takes it, which the finding names.",
        example: "vectors: 1\npolicy: firebase\ncases: []\n"),
      FindingExplanation(
        .missingKey, "A key that must be there is not.",
        matter: "Nothing is guessed in its place.", remedy: "Add it.",
        example: policy("- {credential: known, do: [sign-in]}", errors: [])),
      FindingExplanation(
        .unknownKey, "A key stands where it means nothing.",
        matter: "A misspelt key that is passed over is a rule that does not hold.",
        remedy: "Correct it to the key suggested, or remove it.",
        example: policy(plainRows) + "guard: []\n"),
      FindingExplanation(
        .wrongType, "A word stands where a list or map belongs, or the other way round.",
        matter: "What is meant could only be guessed.", remedy: "Write what the finding expects.",
        example: policy("- {id: [otherwise], refuse: taken}", errors: ["taken"])),
      FindingExplanation(
        .unknownValue, "A word is none of the few that can stand here.",
        matter: "What is meant could only be guessed.", remedy: "Use one of the words it lists.",
        example: policy(plainRows, hit: "    hit: frist\n")),
      FindingExplanation(
        .unknownVersion, "The file is in a format that this version does not read.",
        matter: "A later format may mean something else by the same words.",
        remedy: "Write `linkpolicy: 1`, or use the version of the tool that the file was made for.",
        example: policy(plainRows).replacing("linkpolicy: 1", with: "linkpolicy: 9")),
      FindingExplanation(
        .repeatedCondition, "A row repeats a condition that `given` states for it.",
        matter: "If they differed, it would be unclear which holds.",
        remedy: "Remove it from the row, or take the row out of `given`.",
        example: policy(
          """
          - given: {credential: new}
            rows:
              - {id: first, credential: new, address: free, do: [create, sign-in]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        .unknownBase, "The policy that this one extends cannot be had.",
        matter: "Without it nothing of this policy can be read.",
        remedy: "Name a shipped policy, or a file in the same folder or below it.",
        example: "linkpolicy: 1\nname: example\nextends: nowhere.yaml\n"),
      FindingExplanation(
        .changedBase,
        "The policy extended no longer means what it meant when its digest was pinned.",
        matter: "A change there changes this policy too, and was not reviewed for it.",
        remedy: "Review it with `linkpolicy diff`, then pin the digest that the finding shows.",
        example: """
          linkpolicy: 1
          name: example
          extends:
            policy: firebase
            digest: "0000000000000000000000000000000000000000000000000000000000000000"

          """),
      FindingExplanation(
        .changedMeaning, "The policy does not mean what its own digest says.",
        matter: "It was cut short, or it or what it extends was changed after it was reviewed.",
        remedy:
          "Review it with `linkpolicy diff`, then let `linkpolicy fmt --pin` write the digest.",
        example: """
          linkpolicy: 1
          digest: 0000000000000000000000000000000000000000000000000000000000000000
          name: example
          extends: firebase

          """),
      FindingExplanation(
        .misplacedDigest, "The policy's own digest does not stand right behind `linkpolicy: 1`.",
        matter: "Further down it would be the first thing that a text that is cut short loses.",
        remedy: "Move it there; `linkpolicy fmt --pin` writes it where there is none.",
        example: """
          linkpolicy: 1
          name: example
          digest: 0000000000000000000000000000000000000000000000000000000000000000
          extends: firebase

          """),
      FindingExplanation(
        .unknownOverlay, "An edit is of a row or table that the policy extended does not have.",
        matter: "The edit would do nothing, perhaps because the base has changed.",
        remedy: "Correct the name, or remove the edit.",
        example: """
          linkpolicy: 1
          name: example
          extends: firebase
          decisions:
            sign-in.federated:
              remove: [returned]

          """),
      FindingExplanation(
        .unreadableFile, "The file is not there, or cannot be read.",
        matter: "Nothing can be said about it.",
        remedy: "Correct the path; a shipped policy goes by its name alone.", example: ""
      ).showing("$ linkpolicy check nowhere.yaml"),
    ]
  }
}
