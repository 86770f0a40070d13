internal import CLinkPolicy
internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyPresets
internal import LinkPolicyProof
internal import LinkPolicyWasm

/// Proves a policy, or finds sequences of attempts that take over accounts.
///
/// The arguments and results have the form of `lp_review`.
@c(lp_prove)
func prove(
  _ question: UnsafePointer<UInt8>?, _ count: Int, _ answer: UnsafeMutablePointer<lp_text>?
) -> Int32 {
  unsafe answered(question, count, answer) { (bytes) throws(RejectedQuestion) in
    do throws(InvalidInput) {
      return try ProofQuestion(json: bytes).answer()
    } catch {
      throw RejectedQuestion(error)
    }
  }
}

/// A request for a proof that nobody can take over an account under a policy.
struct ProofQuestion {
  private let file: PolicyFile
  private let options: Proof.Options
  private let assumptions: [UInt8]?
  private let isText: Bool

  init(json: [UInt8]) throws(InvalidInput) {
    let sources = SourceMap(files: [SourceMap.File(name: "question", bytes: json)])
    let document = try JSONDocument(file: 0, of: sources)
    var findings = JSONFindings(document)
    let question = ProofQuestion(document.root, &findings)
    try findings.check(in: sources)
    guard let question else { preconditionFailure("a question is nil only if there is a finding") }
    self = question
  }

  private init?(_ root: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(root, in: nil, &findings) else { return nil }
    let file = PolicyFile(&reader, &findings)
    var options = Proof.Options()
    options.threads = 0
    options.countsCells = reader.flag("cells", &findings) ?? false
    options.seeksShorter = reader.flag("shorter", &findings) ?? true
    options.worlds =
      reader.number("worlds", in: 1...10_000_000, &findings) ?? options.worlds
    options.attempts =
      reader.number("attempts", in: 1...1_000_000_000, &findings) ?? options.attempts
    options.invariants = reader.texts("invariants", &findings)
    assumptions = reader.text("assumptions", &findings).map { Array($0.utf8) }
    isText = PolicyQuestion.isText(&reader, &findings)
    reader.finish(&findings)
    guard let file else { return nil }
    self.file = file
    self.options = options
  }

  func answer() throws(InvalidInput) -> [UInt8] {
    let policy = try file.compiled
    let assumptions =
      if let assumptions {
        try Assumptions(assumptions, name: "assumptions.yaml", isStrict: true)
      } else {
        try Assumptions(Presets.assumptions, name: "default.yaml", isStrict: false)
      }
    try assumptions.check(against: policy)
    let proof = Proof(policy, under: assumptions, in: assumptions.environment, options)
    let report = ProofReport(proof, named: file.name)
    return isText ? report.text.bytes : report.json
  }
}
