internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicyProof
internal import LinkPolicyRendering
internal import LinkPolicyReview
internal import LinkPolicySystem

/// The effect of one edit on the proof of a policy.
struct MutantProof: Sendable {
  /// The effect on the invariants that hold for the unedited policy.
  enum MutantProofVerdict: Sendable, Equatable {
    /// The edited policy is invalid.
    case refused
    /// All invariants still hold.
    case safe
    /// Some invariants are broken: their ids, each with a counterexample.
    case unsafe([Break])
    /// The prover neither proved these invariants nor found a counterexample.
    case undecided([String])
  }

  /// A broken invariant with the steps of a counterexample.
  struct Break: Sendable, Equatable {
    var invariant: String
    var steps: [String]
  }

  /// The id of the mutant, `operator/table/row/detail`.
  var mutant: String
  /// The edited row or guard, or nil for declarations.
  var row: String?
  /// A description of the edit.
  var summary: String
  var verdict: MutantProofVerdict

  /// The proof as a line of JSON.
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
  /// Reads the format of ``line``, and returns nil for any other value.
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
  /// The word in reports and files.
  var word: String {
    switch self {
    case .refused: "refused"
    case .safe: "safe"
    case .unsafe: "unsafe"
    case .undecided: "undecided"
    }
  }
}

/// A worker that proves mutants.
struct MutantProver: Worker {
  let loader: MutantLoader
  let assumptions: Assumptions
  /// The ids of the invariants that hold for the unedited policy.
  let invariants: [String]
  /// The policy with its proof, or nil if every mutant needs a separate proof.
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

/// A file with the proofs of a policy's mutants: a header line, then one proof on each line.
struct MutantProofFile {
  /// The proofs, by the ids of the mutants.
  private(set) var proofs: [String: MutantProof] = [:]

  /// Returns the first line in its written form.
  static func headerLine(of policy: CompiledPolicy) -> [UInt8] {
    header(of: policy).line + [UInt8(ascii: "\n")]
  }

  /// Returns the first line, which identifies the policy.
  private static func header(of policy: CompiledPolicy) -> JSONValue {
    .object(["policy": .string(policy.name), "digest": .string(policy.digest.text)])
  }

  /// Reads the output of `mutate --prove --format json` about a policy.
  ///
  /// Throws an ``InvalidInput`` if the file is about another policy or another version, or if a
  /// line is not a proof.
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
            about: path, "this is no run of `mutate --prove` about this version of the policy")
        }
        isFirst = false
        continue
      }
      guard let proof = MutantProof(document.root) else {
        throw FileProblem.finding(
          about: path, "line \(lines.line - 1) is not a proof of a mutant; start without it")
      }
      proofs[proof.mutant] = proof
    }
    if isFirst {
      throw FileProblem.finding(
        about: path, "this is no run of `mutate --prove` about this version of the policy")
    }
  }

  /// Returns the invariants that rely on each row and guard, and the share of edits that were
  /// proved.
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
  /// Counts the verdict of one edit, except for invalid policies.
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
