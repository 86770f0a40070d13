internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration
internal import LinkPolicyJSON
internal import LinkPolicyProof
internal import LinkPolicyRendering
internal import LinkPolicyReview
internal import LinkPolicySystem

/// The result of proving a mutant: the edit, and whether the invariants of the unedited policy still hold.
struct MutantProof: Sendable {
  /// The effect on the invariants that hold for the unedited policy.
  enum MutantProofVerdict: Sendable, Equatable {
    /// The edited policy does not load.
    case refused
    /// The edited policy keeps all invariants.
    case safe
    /// Some invariants are broken: their ids, each with a counterexample.
    case unsafe([Break])
    /// The prover neither proved the invariants with these ids nor found a counterexample.
    case undecided([String])
  }

  /// A broken invariant with the steps of a counterexample.
  struct Break: Sendable, Equatable {
    var invariant: String
    var steps: [String]
  }

  /// The id of the mutant, `operator/table/row/detail`.
  var mutant: String
  /// The edited row or guard; nil if the edit changes a declaration.
  var row: String?
  /// A description of the edit, such as ``without the condition on `trust` ``; empty if the edited policy does not
  /// load.
  var summary: String
  var verdict: MutantProofVerdict

  /// The proof as a line of JSON, from which a later run can read the proof.
  var line: [UInt8] {
    var members: [(Name, JSONValue?)] = [
      ("mutant", .string(mutant)), ("row", row.map { .string($0) }), ("edit", .string(summary)),
      ("verdict", .string(verdict.word)),
    ]
    switch verdict {
    case .refused, .safe: break
    case .undecided(let ids): members.append(("undecided", .array(ids.map { .string($0) })))
    case .unsafe(let breaks):
      let broken = breaks.map { one in
        JSONMember(Name(one.invariant), .array(one.steps.map { .string($0) }))
      }
      members.append(("broken", JSONValue(.object(broken))))
    }
    let object = members.compactMap { name, value in value.map { JSONMember(name, $0) } }
    return JSONValue(.object(object)).line + [UInt8(ascii: "\n")]
  }
}

extension MutantProof {
  /// Reads a value in the format of ``line``; returns nil for any other value.
  init?(_ value: JSONValue) {
    guard let mutant = value["mutant"]?.string, let word = value["verdict"]?.string else {
      return nil
    }
    self.init(
      mutant: mutant.text, row: value["row"]?.string?.text,
      summary: value["edit"]?.string?.text ?? "", verdict: .safe)
    switch word.text {
    case MutantProofVerdict.refused.word: verdict = .refused
    case MutantProofVerdict.safe.word: verdict = .safe
    case MutantProofVerdict.undecided([]).word:
      guard let ids = value["undecided"]?.elements else { return nil }
      verdict = .undecided(ids.compactMap { $0.string?.text })
    case MutantProofVerdict.unsafe([]).word:
      guard let broken = value["broken"]?.members, !broken.isEmpty else { return nil }
      verdict = .unsafe(
        broken.map { member in
          Break(
            invariant: member.key.text,
            steps: (member.value.elements ?? []).compactMap { $0.string?.text })
        })
    default: return nil
    }
  }
}

extension MutantProof.MutantProofVerdict {
  /// The word for the verdict in reports and files.
  var word: String {
    switch self {
    case .refused: "refused"
    case .safe: "safe"
    case .unsafe: "unsafe"
    case .undecided: "undecided"
    }
  }
}

/// A worker that proves the invariants of mutants.
struct MutantProver: Worker {
  let loader: MutantLoader
  let assumptions: Assumptions
  /// The ids of the invariants that hold for the unedited policy.
  let invariants: [String]
  /// The unedited policy with its proof, which can show quickly that an edit is safe; nil if every mutant needs a
  /// separate proof.
  var proved: ProvedPolicy?

  mutating func work(on mutant: Mutant) -> MutantProof {
    guard let loaded = loader.load(mutant) else {
      return MutantProof(
        mutant: mutant.id, row: mutant.row?.text, summary: "", verdict: .refused)
    }
    if proved?.isKept(by: loaded.policy, editing: mutant.part) ?? false {
      return MutantProof(
        mutant: mutant.id, row: mutant.row?.text, summary: loaded.summary, verdict: .safe)
    }
    let proof = Self.prove(loaded.policy, under: assumptions, invariants: invariants, threads: 0)
    var verdict = MutantProof.MutantProofVerdict.safe
    let breaks = proof.counterexamples.map { example in
      MutantProof.Break(
        invariant: example.invariant.id, steps: example.steps.map { $0.sentence })
    }
    if !breaks.isEmpty {
      verdict = .unsafe(breaks)
    } else if !proof.isProved {
      verdict = .undecided(
        proof.verdicts.compactMap { invariant, verdict in
          if case .proved = verdict { nil } else { invariant.id }
        })
    }
    return MutantProof(
      mutant: mutant.id, row: mutant.row?.text, summary: loaded.summary, verdict: verdict)
  }

  mutating func finish() {}

  /// Proves invariants of a policy for any number of accounts.
  static func prove(
    _ policy: CompiledPolicy, under assumptions: Assumptions, invariants: [String], threads: Int
  ) -> Proof {
    var options = Proof.Options()
    options.invariants = invariants
    options.countsCells = false
    options.threads = threads
    return Proof(policy, under: assumptions, in: assumptions.environment, options)
  }
}

/// A file with the proofs of a policy's mutants: a header line, followed by one proof per line.
struct MutantProofFile {
  /// The proofs, by the ids of the mutants.
  private(set) var proofs: [String: MutantProof] = [:]

  /// Returns the first line of the file, including the line feed.
  static func headerLine(
    of policy: CompiledPolicy, under assumptions: Assumptions
  ) -> [UInt8] {
    header(of: policy, under: assumptions).line + [UInt8(ascii: "\n")]
  }

  /// Returns the first line as JSON; the line identifies everything on which the proofs depend.
  ///
  /// The digest of a policy covers decisions only. Proofs also depend on other parts of the text, such as `by` of
  /// actions and inputs.
  private static func header(
    of policy: CompiledPolicy, under assumptions: Assumptions
  ) -> JSONValue {
    .object([
      "policy": .string(policy.name), "digest": .string(policy.digest.text),
      "text": .string(digest(of: policy.sources)),
      "assumptions": .string(digest(of: assumptions.sources)),
      "version": .string(ToolVersion.current),
    ])
  }

  /// Returns a digest of the contents of files in hexadecimal digits.
  private static func digest(of sources: SourceMap) -> String {
    let digests = sources.files.flatMap { SHA256.digest(of: $0.bytes) }
    return Hexadecimal.text(SHA256.digest(of: digests))
  }

  /// Reads the output of `mutate --prove --format json` about a policy.
  ///
  /// Throws an ``InvalidInput`` if the header has another policy text, other assumptions or another version of the
  /// tool, or if a line is not a proof. Its help text is `help`, which depends on the option that names the file.
  init(
    _ path: String, about policy: CompiledPolicy, under assumptions: Assumptions, help: String,
    _ terminal: Terminal
  ) throws(InvalidInput) {
    func otherRun() -> InvalidInput {
      FileProblem.finding(
        about: path,
        "the file is not a run of `mutate --prove` by this version of the tool about this text of the policy",
        help: help)
    }
    let bytes = try InputBytes.read(path, terminal)
    if let refusal = FileKind.refusal(
      of: bytes, name: path, wanting: "a run of `mutate --prove`", unless: { _ in false })
    {
      throw refusal
    }
    let header = Self.header(of: policy, under: assumptions)
    var lines = JSONLines(bytes, name: path)
    var isFirst = true
    while let document = try lines.next() {
      if isFirst {
        guard document.root == header else { throw otherRun() }
        isFirst = false
        continue
      }
      guard let proof = MutantProof(document.root) else {
        throw FileProblem.finding(
          about: path, "line \(lines.line - 1) is not a proof of a mutant", help: help)
      }
      proofs[proof.mutant] = proof
    }
    if isFirst {
      throw otherRun()
    }
  }

  /// For each row and guard, returns the invariants that rely on it; also returns how many edits were proved, in words.
  func reliances(
    in policy: CompiledPolicy
  ) -> (rows: [ShownReliance], extent: String) {
    var rows: [ShownReliance] = []
    var declarations = MutantProofReport.MutantRow(name: "")
    let mutants = MutationRun.mutants(of: policy, MutationRun.MutationOptions())
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
  /// Counts the verdict of one edit; does nothing if the edited policy does not load.
  fileprivate mutating func count(_ verdict: MutantProof.MutantProofVerdict) {
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
  /// Returns the ids of invariants in the order of reports.
  fileprivate static func inOrder(_ ids: Set<String>) -> [String] {
    let known = Proof.unbounded.filter { ids.contains($0) }
    return known + ids.subtracting(known).sorted()
  }
}
