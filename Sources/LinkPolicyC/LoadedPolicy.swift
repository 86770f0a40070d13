internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyClaims
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyPresets
internal import LinkPolicyYAML

/// The error for rejected input, with findings as JSON for a caller in another language.
struct RejectedInput: Error {
  /// The findings, as a JSON array of objects.
  let json: [UInt8]

  init(_ input: InvalidInput) {
    let findings = input.diagnostics.map { finding in
      JSONValue.object([
        "code": .string(finding.code.name), "level": .string(finding.level.word),
        "message": .string(finding.message), "help": finding.help.map { .string($0) },
        "file": finding.position.map { .string(input.sources.files[$0.file].name) },
        "line": finding.position.map { .int($0.line) },
        "column": finding.position.map { .int($0.column) },
      ])
    }
    json = JSONValue.array(findings).line
  }

  init(_ code: String, _ message: String, startOf file: String? = nil) {
    let finding = JSONValue.object([
      "code": .string(code), "level": .string(Diagnostic.Level.error.word),
      "message": .string(message), "file": file.map { .string($0) },
      "line": file.map { _ in .int(1) }, "column": file.map { _ in .int(1) },
    ])
    json = JSONValue.array([finding]).line
  }
}

extension Diagnostic.Level {
  fileprivate var word: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

/// A policy to which a caller of the C interface has a handle.
struct LoadedPolicy: Sendable {
  let answerer: RequestAnswerer

  private init(_ policy: Policy) {
    answerer = RequestAnswerer(policy, claims: .mappings)
  }

  /// Loads the shipped policy with a name; nil if no shipped policy has the name.
  init?(shipped name: String) {
    guard let policy = Presets.policy(named: name) else { return nil }
    self.init(policy)
  }

  /// The maximum number of bytes of a key for records: 64 KiB.
  static var longestKey: Int { 64 << 10 }

  /// The maximum number of bytes of an image: 64 MiB.
  private static var longestImage: Int { 64 << 20 }

  /// Throws an error if an image is too long, before the image is copied.
  static func checkLength(ofImage count: Int) throws(RejectedInput) {
    guard count <= longestImage else {
      throw RejectedInput(
        "invalid-image", "the image has \(count) bytes; expected at most \(longestImage)")
    }
  }

  /// Throws an error if a text is too long, before the text is copied; the YAML reader reports the same finding.
  static func checkLength(ofText count: Int, name: String) throws(RejectedInput) {
    let most = YAMLLimits.standard.bytes
    guard count <= most else {
      throw RejectedInput(
        DiagnosticCode.yamlByteLimit.name.text,
        "the file has \(count) bytes; expected at most \(most)", startOf: name)
    }
  }

  /// Loads a policy from the bytes of its image.
  init(image: [UInt8]) throws(RejectedInput) {
    do throws(InvalidImage) {
      self.init(try Policy(image: image))
    } catch {
      throw RejectedInput("invalid-image", error.message)
    }
  }

  /// Compiles the text of a policy; the policy may extend a shipped policy.
  init(text: [UInt8], name: String) throws(RejectedInput) {
    do throws(InvalidInput) {
      let text = try PolicyText(text, name: name, finder: Presets.finder)
      self.init(try CompiledPolicy(text.document).policy)
    } catch {
      throw RejectedInput(error)
    }
  }

  /// Answers a request; for a request above the limit, answers with an error without reading the whole request.
  func answer(_ request: Slice<UnsafeBufferPointer<UInt8>>, isExplained: Bool) -> [UInt8] {
    // One byte more than the limit is enough, because every longer request has the same answer.
    let read = unsafe Array(request.prefix(RequestAnswerer.longestRequest + 1))
    return answerer.answer(read, isExplained: isExplained)
  }

  /// Answers the request on each line, and copies only one line at a time.
  ///
  /// Blank lines have no answer.
  func answers(toLines lines: UnsafeBufferPointer<UInt8>, isExplained: Bool) -> [UInt8] {
    var answers: [UInt8] = []
    var start = 0
    while start < lines.count {
      var end = start
      while end < lines.count, unsafe lines[end] != UInt8(ascii: "\n") {
        end += 1
      }
      let line = unsafe lines[start..<end]
      if end > start, unsafe !RequestLine.isBlank(UnsafeBufferPointer(rebasing: line).span) {
        unsafe answers += answer(line, isExplained: isExplained)
      }
      start = end + 1
    }
    return answers
  }

  /// Creates a policy for which each request for a decision must ask for a record; nil if the key is too short.
  ///
  /// Records identify accounts by a keyed hash or, if the key is nil, by their ids.
  init?(recording policy: LoadedPolicy, accountKey: [UInt8]?) {
    let key = accountKey.map { RecordKey(bytes: $0) }
    if let key, key == nil { return nil }
    answerer = RequestAnswerer(
      policy.answerer.policy, claims: .mappings, needsRecords: true,
      naming: (key ?? nil).map { .keyed($0) } ?? .id)
  }

  /// The policy's name and digest, as JSON.
  var about: [UInt8] {
    JSONValue.object([
      "name": .string(answerer.policy.name), "digest": .string(answerer.policy.digest.text),
    ]).line
  }
}

/// A decision table to which a caller of the C interface has a handle.
struct LoadedTable: Sendable {
  let table: DecisionTable
  private let policy: Policy

  /// Makes the decision table of an action; `kind` is nil for an action that carries no method.
  init(_ policy: Policy, action: String, kind: String?) throws(RejectedInput) {
    let methodKind = kind.flatMap { word in MethodKind.allCases.first { $0.name.text == word } }
    if let kind, methodKind == nil {
      throw RejectedInput("unknown-kind", "there is no kind `" + kind + "` of sign-in")
    }
    self.policy = policy
    do throws(InputError) {
      table = try policy.decisionTable(for: Action(action), kind: methodKind)
    } catch {
      throw RejectedInput(AnswerError(error).code.rawValue, error.message)
    }
  }

  /// The columns of the table, as JSON.
  var columns: [UInt8] {
    JSONValue.array(
      table.columns.map { column in
        .object([
          "fact": .string(column.fact), "values": .array(column.values.map { .string($0) }),
        ])
      }
    ).line
  }

  /// Returns the number of the answer for each combination of values in the columns.
  func decide(_ columns: [[UInt16]], count: Int) throws(RejectedInput) -> [UInt32] {
    do throws(InputError) {
      return try table.decide(columns, count: count)
    } catch {
      throw RejectedInput(AnswerError(error).code.rawValue, error.message)
    }
  }

  /// Returns the answer with a number, as JSON; nil if the table has no answer with this number.
  func answer(_ number: UInt32) -> [UInt8]? {
    table.answer(number).map { policy.json(of: $0) }
  }
}
