public import LinkPolicy
internal import LinkPolicyDiagnostics
internal import Synchronization

/// An answerer of requests in JSON, which decides with one policy.
///
/// Every request and every answer is one JSON object, in the format of `Docs/Protocol.md`. `decide` returns a decision,
/// `lookup` the questions for the store, and `claims` an assertion. The command line tool and the C library use this
/// type too, so every interface of the library returns the same bytes.
///
/// Several threads may share an answerer. Create one answerer for each policy, and keep the answerer. After 100
/// decisions, the answerer renders the fixed parts of the policy's answers once, and then answers faster.
public final class RequestAnswerer: Sendable {
  // The number of decisions before the parts are rendered. For `firebase`, the rendering costs as much time as the
  // rendered parts save in about 100 decisions.
  private static var decisionsBeforeFragments: Int { 100 }

  /// The maximum number of bytes of a request: 16 MiB.
  public static var longestRequest: Int { RequestLine.limits.documentBytes }

  /// The policy that makes the decisions.
  public let policy: Policy
  private let claims: ClaimsAnswerer
  private let needsRecords: Bool
  private let account: RecordedAccount
  private let recorded: RecordedFacts
  private let decisions = Atomic<Int>(0)
  private let rendered = AtomicLazyReference<DecisionFragments>()

  /// Creates an answerer whose records name accounts by their ids.
  ///
  /// - Parameters:
  ///   - policy: the policy that decides.
  ///   - claims: the converter of provider claims, which `LinkPolicyClaims` declares as `.mappings`.
  public convenience init(_ policy: Policy, claims: ClaimsAnswerer) {
    self.init(policy, claims: claims, needsRecords: false, naming: .id)
  }

  /// Creates an answerer; the caller chooses how records name accounts, and whether a decision without a record is an
  /// error.
  ///
  /// With `.all` facts, every record includes all facts; otherwise, each request states the facts of its record.
  package init(
    _ policy: Policy, claims: ClaimsAnswerer, needsRecords: Bool, naming account: RecordedAccount,
    facts recorded: RecordedFacts = .tested
  ) {
    self.recorded = recorded
    self.policy = policy
    self.claims = claims
    self.needsRecords = needsRecords
    self.account = account
  }

  /// Returns a decision, a lookup, an assertion or an error for a request, as one line of JSON.
  ///
  /// - Parameters:
  ///   - request: one JSON object in UTF-8, at most ``longestRequest`` bytes.
  ///   - isExplained: whether a decision includes its explanation, as in `linkpolicy explain --format json`.
  /// - Returns: one JSON object and a line feed. If a request cannot be read or decided, the object is an `error`.
  public func answer(_ request: [UInt8], isExplained: Bool = false) -> [UInt8] {
    let line =
      request.count > Self.longestRequest
      ? RequestLine(tooLongIn: "request", line: 1)
      : RequestLine(request, name: "request", line: 1)
    let answer = answer(line)
    return answer.line(isExplained: isExplained, from: answer.fragments)
  }

  /// Answers the requests of several lines, in order.
  ///
  /// - Parameters:
  ///   - lines: one request on each line; blank lines have no answer.
  ///   - isExplained: whether decisions include their explanations.
  /// - Returns: one answer on each line.
  public func answers(toLines lines: [UInt8], isExplained: Bool = false) -> [UInt8] {
    var answers: [UInt8] = []
    for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    where !RequestLine.isBlank(line.span) {
      answers += answer(Array(line), isExplained: isExplained)
    }
    return answers
  }

  /// Answers a line; an unreadable line gets an error.
  package func answer(_ line: RequestLine) -> AnswerLine {
    switch line.request {
    case .failure(let findings):
      return AnswerLine(.error(AnswerError(findings)), to: line.id)
    case .success(let request):
      guard !needsRecords || !request.lacksRecord else {
        return AnswerLine(.error(.recordMissing), to: line.id)
      }
      return answer(request, to: line.id)
    }
  }

  private func answer(_ request: Request, to id: RequestID) -> AnswerLine {
    do throws(InputError) {
      switch request {
      case .decide(let body):
        let decision = try body.decide(by: policy)
        let fragments = fragments()
        let record = body.record.map { context in
          var context = context
          if recorded == .all {
            context.facts = .all
          }
          return DecisionRecord(of: decision, at: context, naming: account)
        }
        return AnswerLine(
          .decision(decision), to: id, record: record, fields: body.fields, fragments: fragments)
      case .lookup(let body):
        return AnswerLine(.lookup(try body.lookup(by: policy)), to: id)
      case .claims(let body):
        return AnswerLine(claims.content(of: body, for: policy), to: id)
      }
    } catch {
      return AnswerLine(
        .error(AnswerError(error)), to: id, record: request.record(of: error, by: policy))
    }
  }

  /// Returns the fixed parts of the policy's decisions; nil for the first decisions.
  ///
  /// After `decisionsBeforeFragments` decisions, the function renders the parts once.
  private func fragments() -> DecisionFragments? {
    if let fragments = rendered.load() { return fragments }
    let number = decisions.wrappingAdd(1, ordering: .relaxed).newValue
    guard number >= Self.decisionsBeforeFragments else { return nil }
    return rendered.storeIfNil(DecisionFragments(policy))
  }

  /// Appends an answer of this answerer as a line of JSON, including the line feed.
  package func append(_ answer: AnswerLine, to bytes: inout [UInt8], isExplained: Bool = false) {
    answer.append(to: &bytes, isExplained: isExplained, from: answer.fragments)
  }
}
