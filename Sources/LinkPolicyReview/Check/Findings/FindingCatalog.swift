package import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyYAML

/// The explanations of all codes that `check` can report.
package enum FindingCatalog {
  /// The explanations, grouped by the stage that reports them.
  package static var all: [FindingExplanation] {
    answers + declarations + reviews + shapes + texts + limits
  }

  /// The codes of all findings, such as `gap`, in the order of their explanations.
  package static var codes: [Name] { all.map { $0.code.name } }

  /// Returns the explanation of a finding's code, or nil for an unknown code.
  package static func explanation(of code: Name) -> FindingExplanation? {
    // The example policies that exceed a limit are large, so the search makes these examples last.
    let parts: [() -> [FindingExplanation]] = [
      { reviews }, { answers }, { declarations }, { shapes }, { texts }, { limits },
    ]
    for part in parts {
      if let found = part().first(where: { $0.code.name == code }) {
        return found
      }
    }
    return nil
  }

  /// Returns a small policy that decides sign-in with a federated provider by the given rows.
  ///
  /// The policy text has the lines of `before` before its rows.
  static func policy(
    _ rows: String, before: String = "", errors: [String] = ["unknown-person", "taken"],
    hit: String = "", version: Int = 1
  ) -> String {
    var text = "linkpolicy: \(version)\nname: example\n"
    if before.parts(separatedBy: "providers:").count == 1 {
      text += "providers: {own.example: {kind: federated}}\n"
    }
    text += before.isEmpty ? "" : before + "\n"
    text += "decisions:\n  sign-in.federated:\n" + hit + "    rows:\n"
    for row in rows.split(separator: "\n") {
      text += "      " + row + "\n"
    }
    return text
      + (errors.isEmpty
        ? "" : "errors: {" + errors.map { $0 + ": {}" }.joined(separator: ", ") + "}\n")
  }

  /// Rows that decide every attempt, for examples whose finding is not about a row.
  static var plainRows: String {
    """
    - {id: returning, credential: known, do: [sign-in]}
    - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
    - {id: otherwise, refuse: taken}
    """
  }
}

/// The explanation of a finding's code: its meaning, its importance and its remedy, with an example policy.
package struct FindingExplanation: Sendable {
  /// The code of the finding, such as `redundant-row`.
  package var code: DiagnosticCode
  /// The default level, which the policy's file can override.
  package var level: Diagnostic.Level
  /// The meaning of the finding in one sentence, such as "A guard refuses nothing in any table".
  package var meaning: String
  /// The reason why the finding matters, such as that a guard looks like a protection but has no effect.
  package var matter: String
  /// Advice on how to fix the policy, such as to remove a row that never decides.
  package var remedy: String
  /// An example: the bytes of a policy that has the finding; empty if no file can have the finding.
  package var example: [UInt8]
  /// The example in words; nil if the text of the example is suitable for display.
  package var exampleWords: String?

  init(
    code: DiagnosticCode, level: Diagnostic.Level, meaning: String,
    matter: String, remedy: String, example: String
  ) {
    self.code = code
    self.level = level
    self.meaning = meaning
    self.matter = matter
    self.remedy = remedy
    self.example = Array(example.utf8)
  }

  /// Creates the explanation of a finding whose level is error.
  init(
    code: DiagnosticCode, meaning: String, matter: String, remedy: String, example: String
  ) {
    self.init(
      code: code, level: .error, meaning: meaning, matter: matter, remedy: remedy, example: example)
  }

  /// Returns this explanation with its example described in words, because the example's text is unsuitable for
  /// display.
  func showing(_ words: String, _ bytes: [UInt8]? = nil) -> FindingExplanation {
    var explanation = self
    explanation.exampleWords = words
    explanation.example = bytes ?? example
    return explanation
  }

  /// The explanation as text for people, ending with a line feed.
  package var text: TerminalText {
    let word: TerminalText =
      switch level {
      case .note: "note"
      case .warning: "warning"
      case .error: "error"
      }
    var text: TerminalText = "\(code.name) (\(word))\n\n\(meaning)\n\n\(matter)\n\n"
    text += "\(remedy)\n\nExample:\n\n"
    let shown = exampleWords ?? String(decoding: example, as: UTF8.self)
    for line in shown.split(separator: "\n", omittingEmptySubsequences: false)
    where !line.isEmpty {
      text += "  \(String(line))\n"
    }
    return text
  }
}

extension FindingCatalog {
  /// Explanations of findings about the structure of a policy file, such as a missing key.
  static var shapes: [FindingExplanation] {
    [
      FindingExplanation(
        code: .wrongFile,
        meaning: "The file is not a policy but another kind of file, such as a file of vectors.",
        matter: "Findings about a policy would be meaningless for this file.",
        remedy: "Use the verb for this kind of file, which the finding names.",
        example: "vectors: 1\npolicy: firebase\ncases: []\n"),
      FindingExplanation(
        code: .missingKey, meaning: "A required key is missing, such as the `id` of a row.",
        matter: "The tool does not guess the value.", remedy: "Add the key.",
        example: policy("- {credential: known, do: [sign-in]}", errors: [])),
      FindingExplanation(
        code: .unknownKey,
        meaning: "A key has no meaning in its position, such as `guard` instead of `guards`.",
        matter: "Ignoring a misspelled key would disable a rule.",
        remedy: "Use the suggested key, or remove the key.",
        example: policy(plainRows) + "guard: []\n"),
      FindingExplanation(
        code: .wrongType,
        meaning:
          "A value has the wrong type, such as a list instead of a word in `id: [otherwise]`.",
        matter: "The meaning would be a guess.", remedy: "Write the type that the finding expects.",
        example: policy("- {id: [otherwise], refuse: taken}", errors: ["taken"])),
      FindingExplanation(
        code: .unknownValue,
        meaning:
          "A word is not one of the permitted words, as in `hit: frist` instead of `hit: first`.",
        matter: "The meaning would be a guess.",
        remedy: "Use one of the words that the finding lists.",
        example: policy(plainRows, hit: "    hit: frist\n")),
      FindingExplanation(
        code: .unknownVersion,
        meaning:
          "The file is in a format that this version of LinkPolicy does not read, such as `linkpolicy: 9`.",
        matter: "The same words may have another meaning in a later format.",
        remedy: "Write `linkpolicy: 1`, or use the version of the tool that the file was made for.",
        example: policy(plainRows, version: 9)),
      FindingExplanation(
        code: .repeatedCondition,
        meaning: "A row tests a fact that the `given` above the row already tests.",
        matter: "If the two conditions differed, it would be unclear which condition applies.",
        remedy: "Remove the condition from the row, or take the row out of `given`.",
        example: policy(
          """
          - given: {credential: new}
            rows:
              - {id: first, credential: new, address: free, do: [create, sign-in]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        code: .unknownBase,
        meaning:
          "The extended policy cannot be found or read, or the chain of `extends` is circular or too long.",
        matter: "The policy cannot be read without the extended policy.",
        remedy: "Name a shipped policy, or a file in the same folder or below it.",
        example: "linkpolicy: 1\nname: example\nextends: nowhere.yaml\n"),
      FindingExplanation(
        code: .changedBase,
        meaning: "The meaning of the extended policy has changed since its digest was pinned.",
        matter:
          "The change also affects the extending policy, and was not reviewed for that policy.",
        remedy:
          "Review the change with `linkpolicy diff`, then pin the digest that the finding shows.",
        example: """
          linkpolicy: 1
          name: example
          extends:
            policy: firebase
            digest: "0000000000000000000000000000000000000000000000000000000000000000"

          """),
      FindingExplanation(
        code: .changedMeaning,
        meaning: "The policy's meaning does not match the `digest:` in the policy's own file.",
        matter:
          "The text was truncated or changed after the review, or an extended policy changed.",
        remedy:
          "Review the policy with `linkpolicy diff`, then let `linkpolicy fmt --pin` write the digest.",
        example: """
          linkpolicy: 1
          digest: 0000000000000000000000000000000000000000000000000000000000000000
          name: example
          extends: firebase

          """),
      FindingExplanation(
        code: .misplacedDigest,
        meaning: "The policy's own digest does not directly follow `linkpolicy: 1`.",
        matter: "Truncation of the text could remove a digest further down.",
        remedy: "Move the digest there; `linkpolicy fmt --pin` writes a missing digest.",
        example: """
          linkpolicy: 1
          name: example
          digest: 0000000000000000000000000000000000000000000000000000000000000000
          extends: firebase

          """),
      FindingExplanation(
        code: .unknownOverlay,
        meaning: "An edit refers to a row or table that the extended policy does not have.",
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
        code: .unreadableFile, meaning: "The file does not exist or cannot be read.",
        matter: "An unread file cannot be checked.",
        remedy: "Correct the path; give only the name of a shipped policy.", example: ""
      ).showing("$ linkpolicy check nowhere.yaml"),
    ]
  }
}

extension FindingCatalog {
  /// Explanations of findings about declarations and the names in rows, such as a name that is declared twice.
  static var declarations: [FindingExplanation] {
    [
      FindingExplanation(
        code: .duplicateName, meaning: "A name is declared twice, or occurs twice in one list.",
        matter: "One of the two declarations would be ignored.",
        remedy: "Remove or rename one of the two declarations.",
        example: policy(
          "- {id: otherwise, refuse: taken}\n- {id: otherwise, refuse: taken}", errors: ["taken"])),
      FindingExplanation(
        code: .unknownName,
        meaning: "A name is used but not declared, often because it is misspelled.",
        matter:
          "A misspelled condition would never hold, and a misspelled effect would never happen.",
        remedy: "Use the suggested name, or declare the name.",
        example: policy("- {id: otherwise, refuse: tooken}", errors: ["taken"])),
      FindingExplanation(
        code: .dividedValue,
        meaning:
          "A condition names an old value, such as `nonce: absent`, but not all of the new values that replaced it.",
        matter:
          "The old value no longer occurs. A guard that tests only this value would stop refusing.",
        remedy: "Name the parts that the row applies to, such as `nonce: [missing, not-sent]`.",
        example: policy(
          """
          - {id: unsent, nonce: absent, refuse: taken}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        code: .invalidDeclaration,
        meaning:
          "A declaration is incomplete or invalid, such as a domain set with an entry that is not a domain.",
        matter: "A wrong declaration affects every attempt.",
        remedy: "Follow the finding; Docs/Language.md describes each declaration.",
        example: policy(plainRows, before: "domains: {own: [not a domain]}")),
      FindingExplanation(
        code: .tooMany,
        meaning:
          "The policy has more facts, values or identifiers than the engine holds, such as 64 settings.",
        matter: "A decision stores its facts without allocating memory; there is room for 64.",
        remedy: "Join settings or claims that always go together, or remove unused ones.",
        example: ""
      ).showing(
        "a policy with 64 settings", Array(policy(plainRows, before: manySettings).utf8)),
      FindingExplanation(
        code: .tooIntricate,
        meaning: "The rows of a table test facts in more combinations than can be checked.",
        matter: "Every attempt must have one answer, and the proof examines all combinations.",
        remedy:
          "Combine conditions into derived facts with few values, or split the table by kind.",
        example: ""
      ).showing(
        "a table of fifty rows that each test another three of 28 settings",
        Array(tangled(settings: 28, rows: 50).utf8)),
      FindingExplanation(
        code: .missingTable,
        meaning:
          "The policy has no table, or an action lacks a table for a provider's kind of method, such as `phone`.",
        matter: "Attempts of the other kind would get no answer.",
        remedy: "Add a table such as `sign-in.phone`, or remove the kind from its provider.",
        example: policy(
          plainRows,
          before: "providers: {own.example: {kind: federated}, phone: {kind: phone}}")),
      FindingExplanation(
        code: .duplicateTable, meaning: "Two tables decide the same action and kind.",
        matter: "The deciding table would be arbitrary.",
        remedy: "Name each kind in one table only.",
        example: policy(plainRows, errors: [])
          + "  sign-in:\n    rows:\n      - {id: otherwise, refuse: taken}\n"
          + "errors: {unknown-person: {}, taken: {}}\n"),
    ]
  }

  private static var manySettings: String {
    "settings:" + (1...64).map { "\n  s\($0): [off, on]" }.joined()
  }
}

extension FindingCatalog {
  /// Returns a policy in which each row tests up to three arbitrary settings, as an example with too many combinations
  /// of values.
  static func tangled(settings: Int, rows: Int) -> String {
    var state: UInt32 = 1
    // A separate generator makes the example the same on every platform.
    func next(below count: Int) -> Int {
      state = (state &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
      return Int(state >> 8) % count
    }
    var text = ""
    for row in 0..<rows {
      var tested: [Int] = []
      text += "- {id: r\(row), "
      for _ in 0..<3 {
        let setting = next(below: settings)
        let value = next(below: 2) == 0 ? "off" : "on"
        guard !tested.contains(setting) else { continue }
        tested.append(setting)
        text += "setting.s\(setting): \(value), "
      }
      text += "refuse: taken}\n"
    }
    return policy(
      text + "- {id: otherwise, refuse: taken}",
      before: "settings:" + (0..<settings).map { "\n  s\($0): [off, on]" }.joined(),
      errors: ["taken"], hit: "    hit: first\n")
  }
}
