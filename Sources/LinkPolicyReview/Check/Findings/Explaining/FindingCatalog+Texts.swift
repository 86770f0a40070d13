internal import LinkPolicyYAML

extension FindingCatalog {
  /// The text of a file, below YAML and as YAML.
  static var texts: [FindingExplanation] { characters + structures }

  private static func text(_ end: String) -> String { "linkpolicy: 1\n" + end + "\n" }

  private static var characters: [FindingExplanation] {
    let hidden = "Two people, or a person and a program, could read different policies in one file."
    return [
      FindingExplanation(
        .yamlInvalidUTF8, "The file has bytes that are not UTF-8.", matter: hidden,
        remedy: "Save it as UTF-8.", example: ""
      ).showing("name: caf<E9>", Array("name: caf".utf8) + [0xE9, 0x0A]),
      FindingExplanation(
        .yamlControlCharacter, "A control character stands in the text or comes of an escape.",
        matter: "It can hide text on a terminal.", remedy: "Remove it.", example: ""
      ).showing("name: a<U+0007>b", Array(text("name: a\u{7}b").utf8)),
      FindingExplanation(
        .yamlCarriageReturn, "A carriage return stands without a line feed.", matter: hidden,
        remedy: "End lines with a line feed.", example: ""
      ).showing("name: a<U+000D>title: b", Array(text("name: a\rtitle: b").utf8)),
      FindingExplanation(
        .yamlBidiControl, "A character changes the direction in which the text around it is shown.",
        matter: hidden, remedy: "Remove it.", example: ""
      ).showing("name: a<U+202E>b", Array(text("name: a\u{202E}b").utf8)),
      FindingExplanation(
        .yamlLineSeparator,
        "U+2028 or U+2029 stands in the text, which some programs take as a line's end.",
        matter: hidden, remedy: "Remove it.", example: ""
      ).showing("name: a<U+2028>b", Array(text("name: a\u{2028}b").utf8)),
      FindingExplanation(
        .yamlNoncharacter,
        "A code point stands in the text that Unicode reserves for no character.",
        matter: hidden, remedy: "Remove it.", example: ""
      ).showing("name: a<U+FFFE>b", Array(text("name: a\u{FFFE}b").utf8)),
      FindingExplanation(
        .yamlByteOrderMark, "A byte order mark stands after the start of the file.", matter: hidden,
        remedy: "Remove it; it mostly comes of joining files.", example: ""
      ).showing("name: a<U+FEFF>b", Array(text("name: a\u{FEFF}b").utf8)),
    ]
  }

  private static var structures: [FindingExplanation] {
    let strict =
      "A policy says the same to every reader, so what readers of YAML disagree about is not read."
    return [
      FindingExplanation(
        .yamlEmpty, "The file has no value at all.", matter: "It is no policy.",
        remedy: "Write one; `linkpolicy expand firebase` shows a whole one.",
        example: "# nothing but this comment\n"),
      FindingExplanation(
        .yamlSyntax, "The text is not YAML.", matter: "After this place nothing can be read.",
        remedy: "Close brackets and quotes, and see to the indentation.",
        example: text("name: [a, b")),
      FindingExplanation(
        .yamlTabIndentation, "A line is indented by a tab.", matter: strict,
        remedy: "Indent by spaces; `linkpolicy fmt` does.", example: ""
      ).showing(
        "domains:\n<tab>own: [own.example]", Array(text("domains:\n\town: [own.example]").utf8)),
      FindingExplanation(
        .yamlDuplicateKey, "A key stands twice in one map.",
        matter: "One of the two would win, and the other be read in vain.", remedy: "Remove one.",
        example: text("name: a\nname: b")),
      FindingExplanation(
        .yamlComplexKey, "A key is a list or a map, or is written with `?`.", matter: strict,
        remedy: "Write a word as the key.", example: text("? name\n: a")),
      FindingExplanation(
        .yamlMergeKey, "The key `<<` stands for the entries of another map.", matter: strict,
        remedy: "Write the entries out; rows share conditions by `given`.",
        example: text("<<: {name: a}")),
      FindingExplanation(
        .yamlAnchor, "A value has an anchor, `&name`.", matter: strict,
        remedy: "Write the value out where it is needed.", example: text("name: &a b")),
      FindingExplanation(
        .yamlAlias, "An alias, `*name`, stands for a value elsewhere.", matter: strict,
        remedy: "Write the value out.", example: text("name: *a")),
      FindingExplanation(
        .yamlTag, "A value has a tag, `!name`.", matter: strict, remedy: "Remove the tag.",
        example: text("name: !!str a")),
      FindingExplanation(
        .yamlDirective, "The file has a directive, such as `%YAML`.", matter: strict,
        remedy: "Remove it.", example: "%YAML 1.2\n---\nlinkpolicy: 1\n"),
      FindingExplanation(
        .yamlSeveralDocuments, "The file has a second document.", matter: strict,
        remedy: "Put it into a file of its own.", example: "linkpolicy: 1\n---\nlinkpolicy: 1\n"),
      FindingExplanation(
        .yamlBlockScalar, "A text is written with `|` or `>`.", matter: strict,
        remedy: "Write it on one line, in quotes where it needs them.",
        example: text("title: |\n  a")),
    ]
  }

  /// The limits of a file, by which reading it is bounded work.
  static var limits: [FindingExplanation] {
    let bounded = "Reading has limits, so that no file costs more than it is worth."
    return [
      FindingExplanation(
        .yamlByteLimit, "The file is larger than 8 MiB.", matter: bounded,
        remedy: "Lists of millions of domains belong into a program, not into a policy's text.",
        example: ""
      ).showing(
        "a file of more than 8 MiB",
        Array("# ".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 8 << 20)),
      FindingExplanation(
        .yamlDepthLimit, "Lists and maps are nested more than 16 deep.", matter: bounded,
        remedy: "No policy needs that; something was pasted into the wrong place.",
        example: text(
          "name: " + String(repeating: "[", count: 20) + String(repeating: "]", count: 20))),
      FindingExplanation(
        .yamlNodeLimit, "The file has more than a million values.", matter: bounded,
        remedy: "Lists of millions of domains belong into a program, not into a policy's text.",
        example: ""
      ).showing(
        "a file of more than a million values",
        Array(text("sources:" + String(repeating: "\n  - [\(manyValues)]", count: 240)).utf8)),
      FindingExplanation(
        .yamlScalarLimit, "A text is longer than 4 KiB.", matter: bounded,
        remedy: "Shorten it; a comment can be longer.", example: ""
      ).showing(
        "a title of more than 4 KiB",
        Array(text("title: " + String(repeating: "x", count: 5000)).utf8)),
      FindingExplanation(
        .yamlRowLimit, "A list has more than 10,000 entries.", matter: bounded,
        remedy: "Divide the table by kinds of sign-in, or derive a fact and test that.", example: ""
      ).showing(
        "a table of more than 10,000 rows",
        Array(text("sources:" + String(repeating: "\n  - a", count: 10_001)).utf8)),
      FindingExplanation(
        .yamlMoreProblems, .note, "There are more problems than are shown.",
        matter: "Those shown are the first ones.", remedy: "Mend them, and run again.", example: ""
      ).showing(
        "a file with hundreds of control characters",
        Array(text("name: " + String(repeating: "\u{7}", count: 1000)).utf8)),
    ]
  }

  private static var manyValues: String {
    Array(repeating: "a", count: 5000).joined(separator: ",")
  }
}
