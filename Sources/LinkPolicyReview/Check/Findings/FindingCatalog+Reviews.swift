internal import LinkPolicyDiagnostics
internal import LinkPolicyYAML

extension FindingCatalog {
  /// Explanations of findings about the answers of tables and guards, such as `gap`.
  static var answers: [FindingExplanation] {
    [
      FindingExplanation(
        code: .gap, meaning: "A table has no answer for some possible attempt.",
        matter: "A decision without a row would be a guess, so the policy does not load.",
        remedy:
          "Add a row for the example shown, or a last row without conditions for all other attempts.",
        example: policy(
          "- {id: returning, credential: known, do: [sign-in]}", errors: [])),
      FindingExplanation(
        code: .overlap,
        meaning: "Two rows match the same attempt, and neither overrides the other.",
        matter: "The decision would depend on the order of the rows, which readers do not expect.",
        remedy:
          "Narrow one of the rows by a condition, or use `hit: first` with `overrides` in the later row.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: own, account: verified, credential: known, refuse: taken}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        code: .staleOverride,
        meaning: "A row's `overrides` lists another row, but the row does not override it.",
        matter: "The entry misleads readers: the overlap does not exist, or no longer exists.",
        remedy: "Remove the entry, or move it to the later row of a table with `hit: first`.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: broken, credential: broken, refuse: taken, overrides: [returning]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"], hit: "    hit: first\n")),
      FindingExplanation(
        code: .hiddenRow, level: .warning,
        meaning:
          "A row never decides, because other rows or guards decide first, or because no possible attempt meets the row's conditions.",
        matter: "Readers of the row believe in a rule that is not in force.",
        remedy: "Remove the row, or narrow the rows that the finding names.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: verified, credential: known, account: verified, do: [sign-in]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"], hit: "    hit: first\n")),
      FindingExplanation(
        code: .hiddenGuard, level: .warning, meaning: "A guard refuses nothing in any table.",
        matter: "The guard looks like a protection but has no effect.",
        remedy: "Remove the guard, or put it before the guards that take its cells.",
        example: policy(
          plainRows,
          before: """
            guards:
              - {id: revoked, action: sign-in, session: revoked, refuse: unknown-person}
              - {id: again, action: sign-in, session: revoked, refuse: taken}
            """)),
      FindingExplanation(
        code: .invalidAnswer,
        meaning:
          "A row has no answer, or an answer of the wrong kind, such as `do:` in a guard.",
        matter: "The result of the row is unspecified.",
        remedy: "Use `do:` or `refuse:` in decisions, `is:` in facts, `refuse:` in guards.",
        example: policy(
          """
          - {id: returning, credential: known}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        code: .effectOrder,
        meaning:
          "An effect undoes an earlier effect of the same row, such as `revoke-sessions` after `sign-in`.",
        matter:
          "A method that is added and then dropped is lost, as is a session opened before a revocation.",
        remedy: "Use the order that the finding names, or remove one of two incompatible effects.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in, revoke-sessions]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        code: .impossibleEffect,
        meaning:
          "A row decides an attempt for which an effect of the row is impossible, such as `create` for a credential in use.",
        matter: "A partial failure would leave an account in a state that no row covers.",
        remedy: "Narrow the row to exclude the example shown, or choose another effect.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: otherwise, do: [create, sign-in]}
          """, errors: [])),
      FindingExplanation(
        code: .refusalWithEffects, level: .note,
        meaning: "A row refuses the attempt but still has effects, such as `notify-owner`.",
        matter:
          "After a refusal, callers expect no change. A change can be intentional, such as a lockout.",
        remedy:
          "Keep an intentional change, perhaps with an entry under `findings`; otherwise remove `do:`.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: taken, credential: new, address: taken, refuse: taken, do: [notify-owner]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        code: .missingProof,
        meaning:
          "A row drops unproven methods, but no `proof:` says when an address is proved.",
        matter: "Without `proof:` every method is unproven and would be dropped.",
        remedy:
          "Add `proof: {FACT: VALUE}` with the condition under which an asserted address is proved.",
        example: policy(
          """
          - {id: returning, credential: known, do: [drop-unproven, sign-in]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
    ]
  }
}

extension FindingCatalog {
  /// Explanations of findings about a policy that loads, such as `redundant-row`.
  static var reviews: [FindingExplanation] {
    [
      FindingExplanation(
        code: .redundantRow, level: .warning,
        meaning: "You can remove the row: every attempt keeps its answer.",
        matter: "Somebody who edits the row later may change nothing, or more than expected.",
        remedy: "Remove the row. The check has proved, cell by cell, that no answer changes.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: taken, credential: new, address: taken, refuse: taken}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        code: .redundantGuard, level: .warning,
        meaning: "You can remove the guard: every attempt keeps its answer.",
        matter: "The guard looks like a protection, but other rows or guards already give it.",
        remedy: "Remove the guard. The check has proved, cell by cell, that no answer changes.",
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
        code: .idleCondition, level: .note,
        meaning:
          "A condition of a row changes nothing, because the row's other conditions imply it.",
        matter: "The condition narrows nothing, so the row looks more careful than it is.",
        remedy:
          "Remove the condition, or keep it for readers. The check has proved that the same cells match.",
        example: policy(
          """
          - {id: returning, credential: known, account: {not: none}, do: [sign-in]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        code: .missingReason, level: .warning,
        meaning: "A row has no `because:`, although other rows of the policy have one.",
        matter: "Without a reason, maintainers cannot judge whether the rule may change.",
        remedy: "Add `because:` with the statement that the row encodes.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in], because: D1}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        code: .kinderAbsence, level: .warning,
        meaning:
          "An attempt without a claim gets further than an attempt in which the claim is `false`.",
        matter:
          "A provider that omits a claim would be trusted more than a provider that denies it.",
        remedy:
          "Test for the values that grant access, such as `true`, instead of excluding `false`.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: join, credential: new, address: taken, claim.verified: {not: false}, do: [replace-subject, sign-in]}
          - {id: otherwise, refuse: taken}
          """, before: "claims: {verified: {true: [true], false: [false]}}", errors: ["taken"])),
      FindingExplanation(
        code: .untestedInput, level: .warning,
        meaning:
          "A value that any caller can supply, such as `nonce: mismatched`, is accepted as if a check had passed.",
        matter: "A caller who fails or skips the check gets as far as a caller who passes it.",
        remedy: "Refuse the value in a guard or row, or name the service's check in `findings:`.",
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
        code: .supersededEnters, level: .warning,
        meaning:
          "After `supersede-subject`, the old subject can still sign in, but no list of methods shows this subject.",
        matter:
          "The owner cannot see or remove the subject, so a lost key or a stranger's account stays a way in.",
        remedy:
          "Use `replace-subject`, refuse a second subject, or explain its removal in `findings:`.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: join, credential: new, address: taken, do: [supersede-subject, sign-in]}
          - {id: otherwise, refuse: taken}
          """, errors: ["taken"])),
      FindingExplanation(
        code: .vainRemedy, level: .warning,
        meaning: "A refusal asks for a remedy that is unavailable or leads to the same refusal.",
        matter: "The person follows the remedy and makes no progress.",
        remedy: "Ask for a remedy that helps in this case, or for no remedy.",
        example: policy(
          """
          - {id: returning, credential: known, do: [sign-in]}
          - {id: otherwise, refuse: taken, ask: consent}
          """, errors: ["taken"])),
      FindingExplanation(
        code: .coincidingGuards, level: .note,
        meaning: "Two guards match the same attempt and refuse it differently.",
        matter:
          "The caller sees only the first refusal, which can reveal that another reason does not apply.",
        remedy: "Check that the order is the intended one.",
        example: policy(
          plainRows,
          before: """
            guards:
              - {id: known, credential: known, session: old, refuse: taken}
              - {id: held, account: verified, session: old, refuse: unknown-person}
            """)),
      FindingExplanation(
        code: .emptyInvariant, level: .warning,
        meaning:
          "An invariant of the policy applies to no attempt, because no cell of any table has the values that the invariant names.",
        matter: "The invariant looks like a safeguard, but it holds for any rows.",
        remedy: "Correct the values: they exclude each other, or no table decides such attempts.",
        example: policy(
          plainRows,
          before: "invariants: [{id: no-join, action: unlink, credential: new, never: [link]}]")),
      FindingExplanation(
        code: .unusedName, level: .note,
        meaning:
          "No row uses a declared name, such as the name of a claim or an error.",
        matter:
          "The name looks significant, but a declared claim is not necessarily a checked claim.",
        remedy: "Remove the name, or use it.",
        example: policy(plainRows, before: "claims: {verified: {true: [true], false: [false]}}")),
      FindingExplanation(
        code: .settingAsInput, level: .warning,
        meaning:
          "A setting has a value that differs from attempt to attempt, such as `second-factor: wrong`.",
        matter:
          "A change of a setting ends tickets, and `prove` assumes that the service can choose its value (I9, I11).",
        remedy:
          "Declare an input under `inputs:` instead, with `by:` for the party that supplies the value.",
        example: policy(
          plainRows, before: "settings: {second-factor: [absent, right, wrong]}")),
      FindingExplanation(
        code: .notReviewed, level: .warning,
        meaning: "A table or derived fact has too many combinations of facts for the review.",
        matter:
          "The table decides every attempt, but the search for parts that change nothing was skipped.",
        remedy: "Replace conditions on many facts by derived facts with few values.",
        example: ""
      ).showing(
        "a table of forty rows that each test another three of 26 settings",
        Array(tangled(settings: 26, rows: 40).utf8)),
      FindingExplanation(
        code: .staleFinding, level: .warning,
        meaning:
          "An entry of `findings:` applies to no finding, for example because the problem was removed.",
        matter: "The entry would hide the finding if the finding reappears.",
        remedy: "Remove the entry.",
        example: policy(
          plainRows, before: "findings: [{code: unused-name, level: off, reason: none is left}]",
          errors: ["taken"])),
    ]
  }
}

extension FindingCatalog {
  /// Explanations of findings about the text of a file, its characters and its YAML.
  static var texts: [FindingExplanation] { characters + structures }

  private static func text(_ end: String) -> String { "linkpolicy: 1\n" + end + "\n" }

  private static var characters: [FindingExplanation] {
    let hidden = "People and programs could read different policies in the same file."
    return [
      FindingExplanation(
        code: .yamlInvalidUTF8,
        meaning: "The file has bytes that are not UTF-8, such as text in Latin-1.", matter: hidden,
        remedy: "Save the file as UTF-8.", example: ""
      ).showing("name: caf<E9>", Array("name: caf".utf8) + [0xE9, 0x0A]),
      FindingExplanation(
        code: .yamlControlCharacter,
        meaning:
          "The text contains a control character, such as U+0007, directly or through an escape.",
        matter: "The character can hide text on a terminal.", remedy: "Remove the character.",
        example: ""
      ).showing("name: a<U+0007>b", Array(text("name: a\u{7}b").utf8)),
      FindingExplanation(
        code: .yamlCarriageReturn, meaning: "A carriage return has no line feed after it.",
        matter: hidden,
        remedy: "End lines with a line feed.", example: ""
      ).showing("name: a<U+000D>title: b", Array(text("name: a\rtitle: b").utf8)),
      FindingExplanation(
        code: .yamlBidiControl,
        meaning: "A character changes the display direction of the text around it.",
        matter: hidden, remedy: "Remove the character.", example: ""
      ).showing("name: a<U+202E>b", Array(text("name: a\u{202E}b").utf8)),
      FindingExplanation(
        code: .yamlLineSeparator,
        meaning: "The text contains U+2028 or U+2029, which some programs treat as a line break.",
        matter: hidden, remedy: "Remove the character.", example: ""
      ).showing("name: a<U+2028>b", Array(text("name: a\u{2028}b").utf8)),
      FindingExplanation(
        code: .yamlNoncharacter,
        meaning:
          "The text contains a noncharacter, such as U+FFFE: a code point that Unicode never assigns.",
        matter: hidden, remedy: "Remove the character.", example: ""
      ).showing("name: a<U+FFFE>b", Array(text("name: a\u{FFFE}b").utf8)),
      FindingExplanation(
        code: .yamlByteOrderMark,
        meaning: "The file has a byte order mark, U+FEFF, after its start.",
        matter: hidden,
        remedy: "Remove the mark, which usually results from joining files.", example: ""
      ).showing("name: a<U+FEFF>b", Array(text("name: a\u{FEFF}b").utf8)),
    ]
  }

  private static var structures: [FindingExplanation] {
    let strict =
      "A policy means the same to every reader, so ambiguous features of YAML are rejected."
    return [
      FindingExplanation(
        code: .yamlEmpty,
        meaning:
          "The file contains no value, for example because it is empty or has only comments.",
        matter: "An empty file is not a policy.",
        remedy: "Write a policy; `linkpolicy expand firebase` prints a complete example.",
        example: "# nothing but this comment\n"),
      FindingExplanation(
        code: .yamlSyntax,
        meaning: "The text is not YAML, for example because a bracket or a quote is not closed.",
        matter: "Nothing after this position can be read.",
        remedy: "Close brackets and quotes, and correct the indentation.",
        example: text("name: [a, b")),
      FindingExplanation(
        code: .yamlTabIndentation, meaning: "A line is indented with a tab, which YAML forbids.",
        matter: strict,
        remedy: "Indent with spaces, as `linkpolicy fmt` does.", example: ""
      ).showing(
        "domains:\n<tab>own: [own.example]", Array(text("domains:\n\town: [own.example]").utf8)),
      FindingExplanation(
        code: .yamlDuplicateKey, meaning: "A key occurs twice in one map.",
        matter: "One of the two keys would be ignored.", remedy: "Remove one of the two keys.",
        example: text("name: a\nname: b")),
      FindingExplanation(
        code: .yamlComplexKey, meaning: "A key is a list or a map, or is written with `?`.",
        matter: strict,
        remedy: "Write a word as the key.", example: text("? name\n: a")),
      FindingExplanation(
        code: .yamlMergeKey, meaning: "The key `<<` merges the entries of another map.",
        matter: strict,
        remedy: "Write the entries out; rows share conditions by `given`.",
        example: text("<<: {name: a}")),
      FindingExplanation(
        code: .yamlAnchor, meaning: "A value has an anchor, `&name`.", matter: strict,
        remedy: "Repeat the value in each place that needs it.", example: text("name: &a b")),
      FindingExplanation(
        code: .yamlAlias,
        meaning: "An alias, `*name`, refers to the value that has the anchor `&name`.",
        matter: strict,
        remedy: "Write the value out.", example: text("name: *a")),
      FindingExplanation(
        code: .yamlTag, meaning: "A value has a tag, such as `!!str`.", matter: strict,
        remedy: "Remove the tag.",
        example: text("name: !!str a")),
      FindingExplanation(
        code: .yamlDirective, meaning: "The file has a directive, such as `%YAML`.", matter: strict,
        remedy: "Remove the directive.", example: "%YAML 1.2\n---\nlinkpolicy: 1\n"),
      FindingExplanation(
        code: .yamlSeveralDocuments,
        meaning: "The file has a second document, such as the text after a line `---`.",
        matter: strict,
        remedy: "Put the second document into a separate file.",
        example: "linkpolicy: 1\n---\nlinkpolicy: 1\n"),
      FindingExplanation(
        code: .yamlBlockScalar,
        meaning: "A text is written as a block, which begins with `|` or `>`.", matter: strict,
        remedy: "Write the text on one line, in quotes if necessary.",
        example: text("title: |\n  a")),
    ]
  }

  /// Explanations of the findings about files that exceed a limit, such as 8 MiB of text.
  static var limits: [FindingExplanation] {
    let bounded = "Limits bound the work of reading any file."
    return [
      FindingExplanation(
        code: .yamlByteLimit, meaning: "The file is larger than 8 MiB.", matter: bounded,
        remedy: "Keep lists of millions of domains in a program, not in a policy's text.",
        example: ""
      ).showing(
        "a file of more than 8 MiB",
        Array("# ".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 8 << 20)),
      FindingExplanation(
        code: .yamlDepthLimit, meaning: "Lists and maps are nested more than 16 deep.",
        matter: bounded,
        remedy:
          "Flatten the value; no policy needs this depth, so some text may be in the wrong place.",
        example: text(
          "name: " + String(repeating: "[", count: 20) + String(repeating: "]", count: 20))),
      FindingExplanation(
        code: .yamlNodeLimit, meaning: "The file has more than a million keys and values.",
        matter: bounded,
        remedy: "Keep lists of millions of domains in a program, not in a policy's text.",
        example: ""
      ).showing(
        "a file of more than a million keys and values",
        Array(text("sources:" + String(repeating: "\n  - [\(manyValues)]", count: 240)).utf8)),
      FindingExplanation(
        code: .yamlScalarLimit, meaning: "A text is longer than 4 KiB.", matter: bounded,
        remedy: "Shorten the text; a comment can be longer.", example: ""
      ).showing(
        "a title of more than 4 KiB",
        Array(text("title: " + String(repeating: "x", count: 5000)).utf8)),
      FindingExplanation(
        code: .yamlRowLimit, meaning: "A list has more than 10,000 entries.", matter: bounded,
        remedy: "Divide the table by kinds of sign-in, or derive a fact and test the fact.",
        example: ""
      ).showing(
        "a table of more than 10,000 rows",
        Array(text("sources:" + String(repeating: "\n  - a", count: 10_001)).utf8)),
      FindingExplanation(
        code: .yamlMoreProblems, level: .note,
        meaning: "The file has more problems than this list shows.",
        matter: "The list shows only the first problems.",
        remedy: "Fix the listed problems, and run again.",
        example: ""
      ).showing(
        "a file with hundreds of control characters",
        Array(text("name: " + String(repeating: "\u{7}", count: 1000)).utf8)),
    ]
  }

  private static var manyValues: String {
    Array(repeating: "a", count: 5000).joined(separator: ",")
  }
}
