internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicyReview
internal import LinkPolicyTesting

/// A report on the vector files at a path: for each file, the transitions, mutants and messages that no other file
/// covers.
struct PurposeReport {
  /// The policies, in the order in which the vectors name them; for each policy, the contributions of the vectors about
  /// the policy.
  private(set) var policies: [(name: String, purposes: SuitePurposes)] = []
  /// The files with policies or attempts that must be rejected; for each file, the number of rejections, and the number
  /// of messages that no other file produces.
  private(set) var refusals: [(file: String, count: Int, messages: Int)] = []

  /// The message of a refusal, with the file that expects the refusal.
  fileprivate struct RefusedAttempt {
    var file: String
    var message: String
  }

  /// Reads every case, then analyzes the policies one after the other.
  ///
  /// - Parameters:
  ///   - path: a vector file, a folder or a suite.
  ///   - terminal: the files of the policies, and the stream for progress messages.
  /// - Throws: an `InvalidInput` if a vector or a policy cannot be read.
  init(_ path: String, _ terminal: inout Terminal) throws(InvalidInput) {
    let policies = try CasePolicies(nil, terminal)
    var groups: [(name: String, policy: CompiledPolicy, cases: [VectorCase])] = []
    var known: [String: Int] = [:]
    // Policies are identified by digest, so that a copy of a policy counts as the same policy.
    var digests: [PolicyDigest: Int] = [:]
    var refused: [RefusedAttempt] = []
    let listing = try VectorFiles.at(path, noting: terminal.files)
    if let notice = listing.notice {
      terminal.say("note: \(notice)")
    }
    for file in listing.found {
      try VectorReader.read(file) { (vector) throws(InvalidInput) in
        guard vector.needsPolicy else {
          let played = Player.play(policyTextOf: vector, finder: policies.finder)
          refused.append(RefusedAttempt(vector, played))
          return
        }
        let name = try policies.name(for: vector)
        let group: Int
        if let found = known[name] {
          group = found
        } else {
          let policy = try PolicySource(name).compiled(terminal)
          group = digests[policy.digest] ?? groups.count
          if group == groups.count {
            groups.append((name, policy, []))
            digests[policy.digest] = group
          }
          known[name] = group
        }
        let policy = groups[group].policy.policy
        guard vector.sequence != nil else {
          refused.append(RefusedAttempt(vector, Player(policy).play(vector)))
          return
        }
        try vector.check(under: policy)
        refused += RefusedAttempt.attempts(of: vector)
        groups[group].cases.append(vector)
      }
    }
    for (name, policy, vectors) in groups where !vectors.isEmpty {
      terminal.show(progress: "\(name): playing the vectors under every mutant")
      self.policies.append((name, SuitePurposes(policy, vectors, threads: 2)))
      terminal.clearProgress()
    }
    take(refused)
  }

  private mutating func take(_ refused: [RefusedAttempt]) {
    var files: [String: Set<String>] = [:]
    var places: [String: Int] = [:]
    for refusal in refused {
      files[refusal.message, default: []].insert(refusal.file)
      let place = places[refusal.file, default: refusals.count]
      if place == refusals.count {
        places[refusal.file] = place
        refusals.append((refusal.file, 0, 0))
      }
      refusals[place].count += 1
    }
    for names in files.values where names.count == 1 {
      for place in names.compactMap({ places[$0] }) {
        refusals[place].messages += 1
      }
    }
  }

  /// Every file whose removal alone would lose no coverage.
  var needless: [String] {
    var files: [String] = []
    var needed: Set<String> = []
    for shard in policies.flatMap({ $0.purposes.shards }) {
      files.append(shard.file)
      if shard.isNeeded {
        needed.insert(shard.file)
      }
    }
    for refusal in refusals {
      files.append(refusal.file)
      if refusal.messages > 0 {
        needed.insert(refusal.file)
      }
    }
    var seen: Set<String> = []
    return files.filter { !needed.contains($0) && seen.insert($0).inserted }
  }

  /// The report as text: a table for each policy, one table for refused texts, and the files without a contribution.
  var text: TerminalText {
    var text = TerminalText()
    for (name, purposes) in policies {
      text +=
        "\(name): \(purposes.transitions, of: "transition"), \(purposes.pairs, of: "pair") of transitions, "
      text += "\(purposes.noticed, of: "mutant") noticed, "
      text += "\(purposes.unnoticed, of: "mutant") not noticed\n"
      if !purposes.failing.isEmpty {
        text += "  \(purposes.failing.count, of: "vector") fail, and therefore notice no mutant\n"
      }
      text += table(
        purposes.shards.map { shard in
          [
            shard.vectors, shard.adding, shard.rare, shard.idle.count, shard.transitions,
            shard.pairs, shard.mutants, shard.statements,
          ]
        }, of: purposes.shards.map { $0.file },
        headings: [
          "vectors", "add", "rare", "idle", "transitions", "pairs", "mutants", "statements",
        ])
      text += "\n"
    }
    if !refusals.isEmpty {
      text += "texts and attempts that must be refused as input\n"
      text += table(
        refusals.map { [$0.count, $0.messages] }, of: refusals.map { $0.file },
        headings: ["refusals", "messages"])
      text += "\n"
    }
    if needless.isEmpty {
      return text
        + "every file has a transition, a pair, a mutant, a statement or a message that no other file has\n"
    }
    for file in needless {
      text += "nothing would be lost without \(file)\n"
    }
    return text
  }

  private func table(_ rows: [[Int]], of files: [String], headings: [String]) -> TerminalText {
    var table = TextTable(
      indent: 2,
      [TextTable.TextColumn(heading: "file", limit: 4096)]
        + headings.map { TextTable.TextColumn(heading: $0, limit: 12, isRight: true) })
    for (file, numbers) in zip(files, rows) {
      table.add([TextTable.TextCell(file)] + numbers.map { TextTable.TextCell(String($0)) })
    }
    return table.text(.plain)
  }

  /// The report as one line of JSON, including the ids of vectors that neither add transitions nor notice rare mutants.
  var json: [UInt8] {
    let value = JSONValue.object([
      "policies": .array(
        policies.map { name, purposes in
          .object([
            "policy": .string(name), "transitions": .int(purposes.transitions),
            "pairs": .int(purposes.pairs), "noticed": .int(purposes.noticed),
            "unnoticed": .int(purposes.unnoticed),
            "failing": .array(purposes.failing.map { .string($0) }),
            "shards": .array(purposes.shards.map { Self.json($0) }),
          ])
        }),
      "refusals": .array(
        refusals.map {
          .object([
            "file": .string($0.file), "count": .int($0.count), "messages": .int($0.messages),
          ])
        }),
      "needless": .array(needless.map { .string($0) }),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private static func json(_ shard: ShardPurpose) -> JSONValue {
    .object([
      "file": .string(shard.file), "vectors": .int(shard.vectors), "add": .int(shard.adding),
      "rare": .int(shard.rare), "idle": .array(shard.idle.map { .string($0) }),
      "alone": .object([
        "transitions": .int(shard.transitions), "pairs": .int(shard.pairs),
        "mutants": .int(shard.mutants), "statements": .int(shard.statements),
      ]),
    ])
  }
}

extension PurposeReport.RefusedAttempt {
  /// Creates the refusal of a policy text, from the case that played the text.
  init(_ vector: VectorCase, _ played: PlayedCase) {
    let message =
      switch played.reading {
      case .rejected(let code, _, _, let message): "\(code.text): \(Self.withoutNames(message))"
      case .accepted, nil: "not refused"
      }
    self.init(file: vector.file, message: message)
  }

  /// Returns a refusal for each attempt that must be rejected as invalid input; the message of the refusal is the
  /// expected reason.
  static func attempts(of vector: VectorCase) -> [Self] {
    vector.steps.compactMap { step in
      guard case .attempt(let attempt) = step.content, let reason = attempt.expectation.inputError
      else { return nil }
      return Self(file: vector.file, message: "attempt: \(reason.word.text)")
    }
  }

  /// Returns a message without the text in backticks, because this text comes from the input.
  private static func withoutNames(_ message: String) -> String {
    var kept: [Character] = []
    var isName = false
    for character in message {
      if character == "`" {
        isName.toggle()
      } else if isName {
        continue
      }
      kept.append(character)
    }
    return String(kept)
  }
}
