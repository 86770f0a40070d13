internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicyProof
internal import LinkPolicyReview
internal import LinkPolicySystem

/// What is left of a policy's proof where the policy is edited in one place.
struct MutantProof: Sendable {
  /// What became of the invariants that hold of the policy itself.
  enum Verdict: Sendable, Equatable {
    /// The edit makes no policy.
    case refused
    /// All of them hold still.
    case safe
    /// Some are broken: their ids, each with the steps that show it.
    case unsafe([Break])
    /// None was seen broken, and these could not be proved.
    case undecided([String])
  }

  /// A broken invariant, and how.
  struct Break: Sendable, Equatable {
    var invariant: String
    var steps: [String]
  }

  /// The id of the mutant, `operator/table/row/detail`.
  var mutant: String
  /// The row or guard edited; nil for declarations.
  var row: String?
  /// What the edit does, in words.
  var summary: String
  var verdict: Verdict

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
  /// Reads what ``line`` writes; nil for anything else.
  init?(_ value: JSONValue) {
    guard let mutant = value["mutant"]?.string, let word = value["verdict"]?.string else {
      return nil
    }
    self.init(
      mutant: mutant.text, row: value["row"]?.string?.text,
      summary: value["edit"]?.string?.text ?? "", verdict: .safe)
    switch word.text {
    case Verdict.refused.word: verdict = .refused
    case Verdict.safe.word: verdict = .safe
    case Verdict.undecided([]).word:
      guard let ids = value["undecided"]?.elements else { return nil }
      verdict = .undecided(ids.compactMap { $0.string?.text })
    case Verdict.unsafe([]).word:
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

extension MutantProof.Verdict {
  /// One word for it.
  var word: String {
    switch self {
    case .refused: "refused"
    case .safe: "safe"
    case .unsafe: "unsafe"
    case .undecided: "undecided"
    }
  }
}

/// Proves mutants, one after the other.
struct MutantProver: Worker {
  let loader: MutantLoader
  let assumptions: Assumptions
  /// The ids of the invariants that hold of the policy itself.
  let invariants: [String]
  /// The policy with what is proved of it; nil where every mutant is proved on its own.
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
    let proof = Self.prove(loaded.policy, assumptions, invariants, threads: 0)
    var verdict = MutantProof.Verdict.safe
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

  /// What holds of a policy for any number of accounts.
  static func prove(
    _ policy: CompiledPolicy, _ assumptions: Assumptions, _ invariants: [String], threads: Int
  ) -> Proof {
    var options = Proof.Options()
    options.invariants = invariants
    options.countsCells = false
    options.threads = threads
    return Proof(policy, under: assumptions, in: assumptions.environment, options)
  }
}
