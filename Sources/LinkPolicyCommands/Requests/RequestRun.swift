internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyReview

/// Decides the requests of a stream, one after the other.
struct RequestRun {
  // A file of another kind has a finding on every line; nobody reads more of them than this.
  private static var findingLimit: Int { 20 }

  /// One request's answer and where the request stands.
  struct Answer {
    /// The decision, or why there is none.
    let result: Result<Decision, InputError>
    /// The request's file.
    let file: String
    /// The request's line.
    let line: Int
  }

  /// The policy that decides.
  let source: PolicySource
  /// The file of requests; `-` for standard input.
  let path: String

  /// Understands `POLICY [FILE]`.
  init(_ arguments: Arguments) throws(UsageError) {
    let operands = try arguments.operands(1...2)
    source = PolicySource(operands[0])
    path = operands.count > 1 ? operands[1] : "-"
    if source.isStandardInput, path == "-" {
      throw arguments.error("policy and requests cannot both be standard input")
    }
  }

  /// Decides every request and hands the answers on, without keeping them.
  ///
  /// Answers are written out before more input is waited for, so that a program may ask one
  /// question at a time.
  func run(
    _ terminal: inout Terminal, answer: (Answer, inout Terminal) -> Void
  ) throws(InvalidInput) -> ExitCode {
    let policy = try source.policy(terminal)
    var reader = try RequestReader(path, terminal)
    var code = ExitCode.clean
    var count = 0
    var findings = 0
    while !terminal.output.isClosed {
      do throws(InvalidInput) {
        guard let request = try reader.next(wait: { terminal.output.flush() }) else { break }
        count += 1
        let result = Self.decide(request, by: policy)
        if case .failure = result {
          code.join(.undecided)
        }
        answer(Answer(result: result, file: reader.name, line: reader.line), &terminal)
      } catch {
        code.join(.invalidInput)
        findings += 1
        if findings <= Self.findingLimit {
          terminal.say(error)
        }
      }
    }
    if findings > Self.findingLimit {
      let more = findings - Self.findingLimit
      terminal.say("\(more.of("further line")) of `\(reader.name)` cannot be read")
    }
    if count == 0, findings == 0, !terminal.output.isClosed {
      terminal.say("note: there are no requests in `\(reader.name)`")
    }
    return code
  }

  private static func decide(
    _ request: DecisionRequest, by policy: Policy
  ) -> Result<Decision, InputError> {
    do throws(InputError) {
      return .success(try policy.decide(request.attempt, in: request.situation))
    } catch {
      return .failure(error)
    }
  }
}
