internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicySystem
internal import LinkPolicyTesting

/// Answers the requests of a stream: one answer for every line that is not blank, in order.
struct RequestRun {
  // A file of another kind has a finding on every line, and a line can have many; nobody reads more
  // of them than this, and each costs a look at its line.
  private static var findingLimit: Int { 20 }

  /// One line's answer and where the line stands.
  struct AnsweredLine {
    /// The answer with the line's id.
    let answer: AnswerLine
    /// The file of the line.
    let file: String
    /// The number of the line.
    let number: Int
  }

  /// What every verb that answers lines for programs takes.
  static var options: [Option] {
    [
      .flag("--record", "every line that decides must ask for a record"),
      .value("--account-key", "FILE", "name accounts in records by a hash under this key"),
    ]
  }

  /// The policy that answers.
  let source: PolicySource
  /// The file of requests; `-` for standard input.
  let path: String
  /// Whether a line that decides and asks for no record is an error.
  private let needsRecords: Bool
  /// The file of the key under which accounts are named; nil where they are named by their ids.
  private let keyPath: String?

  /// Understands `POLICY [FILE]`.
  init(_ arguments: Arguments) throws(UsageError) {
    let operands = try arguments.operands(1...2)
    source = PolicySource(operands[0])
    path = operands.count > 1 ? operands[1] : "-"
    if source.isStandardInput, path == "-" {
      throw arguments.error("policy and requests cannot both be standard input")
    }
    needsRecords = arguments.has("--record")
    keyPath = arguments.value("--account-key")
    if keyPath == "-" {
      throw arguments.error("the key cannot be standard input")
    }
  }

  /// Answers every line and hands the answers on, without keeping them.
  ///
  /// Answers are written out before more input is waited for, so that a program may ask one
  /// question at a time. What is wrong with a line stands in its answer; the first findings are
  /// shown to people as well.
  func run(
    _ terminal: inout Terminal, write: (AnsweredLine, inout Terminal) -> Void
  ) throws(InvalidInput) -> ExitCode {
    let policy = try source.policy(terminal)
    let naming = try naming(terminal)
    var reader = try RequestReader(path, terminal)
    var code = ExitCode.clean
    var (count, shown, unshown) = (0, 0, 0)
    while !terminal.output.isClosed, let line = try reader.next(wait: { terminal.output.flush() }) {
      count += 1
      let answer = self.answer(line, by: policy, naming: naming, &code)
      write(AnsweredLine(answer: answer, file: reader.name, number: reader.line), &terminal)
      if case .failure(let findings) = line.request {
        let first = findings.diagnostics.prefix(Self.findingLimit - shown)
        shown += first.count
        unshown += first.isEmpty ? 1 : 0
        terminal.say(InvalidInput(Array(first), in: findings.sources))
      }
    }
    if unshown > 0 {
      terminal.say("\(unshown.of("further line")) of `\(reader.name)` cannot be read")
    }
    if count == 0, !terminal.output.isClosed {
      throw Self.empty(reader.name)
    }
    return code
  }

  /// How records name accounts.
  private func naming(_ terminal: Terminal) throws(InvalidInput) -> RecordedAccount {
    guard let keyPath else { return .id }
    let bytes = try InputBytes.readAny(keyPath, terminal)
    guard let key = RecordKey(bytes: bytes) else {
      throw FileProblem.finding(
        about: keyPath,
        "a key has at least \(RecordKey.shortest) bytes, and this has \(bytes.count); "
          + "make one with `openssl rand -out FILE 32`")
    }
    return .keyed(key)
  }

  private func answer(
    _ line: RequestLine, by policy: Policy, naming: RecordedAccount, _ code: inout ExitCode
  ) -> AnswerLine {
    switch line.request {
    case .failure(let findings):
      code.join(.invalidInput)
      return AnswerLine(.error(AnswerError(findings)), to: line.id)
    case .success(let request):
      guard !needsRecords || !request.lacksRecord else {
        code.join(.undecided)
        return AnswerLine(.error(.recordMissing), to: line.id)
      }
      do throws(InputError) {
        let content = try policy.answer(request)
        return AnswerLine(content, to: line.id, record: request.record(of: content, naming: naming))
      } catch {
        code.join(.undecided)
        return AnswerLine(
          .error(AnswerError(error)), to: line.id, record: request.record(of: error, by: policy))
      }
    }
  }

  /// What is wrong with a stream that asks nothing: whoever sends it believes to have asked.
  private static func empty(_ name: String) -> InvalidInput {
    let finding = Diagnostic(
      .jsonEmpty, .error, "there are no requests in `\(name)`",
      at: SourcePosition(line: 1, column: 1),
      help: "write one a line, as `linkpolicy schema request` has them")
    return InvalidInput([finding], in: SourceMap(files: [SourceMap.File(name: name)]))
  }
}
