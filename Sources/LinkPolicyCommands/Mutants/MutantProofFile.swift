internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicyProof
internal import LinkPolicyRendering
internal import LinkPolicyReview
internal import LinkPolicySystem

/// The proofs of a policy's mutants as a file of lines: the policy first, then a proof a line.
struct MutantProofFile {
  /// The proofs by the ids of the mutants.
  private(set) var proofs: [String: MutantProof] = [:]

  /// The first line as it is written.
  static func headerLine(of policy: CompiledPolicy) -> [UInt8] {
    header(of: policy).line + [UInt8(ascii: "\n")]
  }

  /// The first line: which policy the proofs are about.
  private static func header(of policy: CompiledPolicy) -> JSONValue {
    .object(["policy": .string(policy.name), "digest": .string(policy.digest.text)])
  }

  /// Reads what `mutate --prove --format json` has written about a policy.
  ///
  /// Throws an ``InvalidInput`` for a file about another policy or another version of it, and for lines that
  /// are no proofs.
  init(
    _ path: String, about policy: CompiledPolicy, _ terminal: Terminal
  ) throws(InvalidInput) {
    let bytes = try InputBytes.read(path, terminal)
    if let refusal = FileKind.refusal(
      of: bytes, name: path, wanting: "a run of `mutate --prove`", unless: { _ in false })
    {
      throw refusal
    }
    let header = Self.header(of: policy)
    var lines = JSONLines(bytes, name: path)
    var isFirst = true
    while let document = try lines.next() {
      if isFirst {
        guard document.root == header else {
          throw FileProblem.finding(
            about: path, "this is no run of `mutate --prove` about this policy as it is")
        }
        isFirst = false
        continue
      }
      guard let proof = MutantProof(document.root) else {
        throw FileProblem.finding(
          about: path, "line \(lines.line - 1) is no proof of a mutant; start without it")
      }
      proofs[proof.mutant] = proof
    }
    if isFirst {
      throw FileProblem.finding(
        about: path, "this is no run of `mutate --prove` about this policy as it is")
    }
  }

  /// What relies on each row and guard of the policy, and how far that was looked at.
  func reliances(
    in policy: CompiledPolicy
  ) -> (rows: [ShownReliance], extent: String) {
    var rows: [ShownReliance] = []
    var declarations = MutantProofReport.Row(name: "")
    let mutants = MutationRun.mutants(of: policy, MutationRun.Options())
    var proved = 0
    for mutant in mutants {
      guard let proof = proofs[mutant.id] else { continue }
      proved += 1
      guard let name = mutant.row else {
        declarations.count(proof.verdict)
        continue
      }
      let place = rows.firstIndex { $0.row == name } ?? rows.count
      if place == rows.count {
        rows.append(ShownReliance(name, safe: 0, unsafe: 0, undecided: 0, invariants: []))
      }
      rows[place].count(proof.verdict)
    }
    var extent = "\(proved) of \(mutants.count) edits were proved"
    if declarations.mutants > 0 {
      extent += "; of the \(declarations.mutants) of declarations \(declarations.unsafe) are unsafe"
      if !declarations.broken.isEmpty {
        extent += ", for " + Invariant.inOrder(declarations.broken).joined(separator: ", ")
      }
    }
    return (rows, extent)
  }
}

extension ShownReliance {
  /// Counts what became of one edit; one that makes no policy is not counted.
  fileprivate mutating func count(_ verdict: MutantProof.Verdict) {
    switch verdict {
    case .refused: break
    case .safe: safe += 1
    case .undecided: undecided += 1
    case .unsafe(let breaks):
      unsafe += 1
      invariants = Invariant.inOrder(Set(invariants).union(breaks.map { $0.invariant }))
    }
  }
}

extension Invariant {
  /// The ids of invariants in the order in which reports list them.
  fileprivate static func inOrder(_ ids: Set<String>) -> [String] {
    let known = Proof.unbounded.filter { ids.contains($0) }
    return known + ids.subtracting(known).sorted()
  }
}
