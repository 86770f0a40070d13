internal import LinkPolicy
internal import LinkPolicyAnalysis
internal import LinkPolicyJSON
internal import LinkPolicyMutation
internal import LinkPolicyReports
internal import LinkPolicyVectors

/// What the vectors at a path are there for, file by file.
struct PurposeReport {
  /// What the vectors about each policy are for, in the order in which the policies came.
  private(set) var policies: [(name: String, purposes: SuitePurposes)] = []
  /// The files with texts that must be refused, and with how many findings that no other file expects.
  private(set) var texts: [(file: String, texts: Int, findings: Int)] = []

  /// Reads every case, then looks at the policies one after the other.
  ///
  /// - Parameters:
  ///   - path: a vector file, a folder or a suite.
  ///   - terminal: where policies are read and progress is shown.
  /// - Throws: an `InvalidInput` where a vector or a policy cannot be read.
  init(_ path: String, _ terminal: inout Terminal) throws(InvalidInput) {
    let policies = try CasePolicies(nil, terminal)
    var names: [String] = []
    var cases: [String: [VectorCase]] = [:]
    var refused: [(file: String, code: Name)] = []
    let listing = try VectorFiles.at(path, noting: terminal.files)
    if let notice = listing.notice {
      terminal.say("note: \(notice)")
    }
    for file in listing.found {
      try VectorReader.read(file) { (vector) throws(InvalidInput) in
        switch vector.content {
        case .rejectedPolicy(let text), .rejectedInput(let text):
          refused.append((vector.file, text.code))
        case .sequence:
          let name = try policies.name(for: vector)
          if cases[name] == nil {
            names.append(name)
          }
          cases[name, default: []].append(vector)
        }
      }
    }
    for name in names {
      let policy = try PolicySource(name).compiled(terminal)
      let vectors = cases[name] ?? []
      for vector in vectors {
        try vector.check(under: policy.policy)
      }
      terminal.show(progress: "\(name): playing the vectors under every mutant")
      self.policies.append((name, SuitePurposes(policy, vectors, threads: 2)))
      terminal.clearProgress()
    }
    take(refused)
  }

  private mutating func take(_ refused: [(file: String, code: Name)]) {
    var files: [Name: Set<String>] = [:]
    for (file, code) in refused {
      files[code, default: []].insert(file)
    }
    for (file, _) in refused where !texts.contains(where: { $0.file.hasSameBytes(as: file) }) {
      texts.append(
        (
          file, refused.count { $0.file.hasSameBytes(as: file) },
          files.values.count { $0 == [file] }
        ))
    }
  }

  /// The files without which nothing would be lost.
  var needless: [String] {
    var files: [String] = []
    var needed: Set<String> = []
    for shard in policies.flatMap({ $0.purposes.shards }) {
      files.append(shard.file)
      if shard.isNeeded {
        needed.insert(shard.file)
      }
    }
    for text in texts {
      files.append(text.file)
      if text.findings > 0 {
        needed.insert(text.file)
      }
    }
    var seen: Set<String> = []
    return files.filter { !needed.contains($0) && seen.insert($0).inserted }
  }

  /// The report as text: a table for each policy, one for texts, and what could go.
  var text: TerminalText {
    var text = TerminalText()
    for (name, purposes) in policies {
      text += "\(name): \(purposes.transitions) transitions, \(purposes.pairs) pairs of them, "
      text += "\(purposes.noticed) mutants noticed, \(purposes.unnoticed) not\n"
      if !purposes.failing.isEmpty {
        text += "  \(purposes.failing.count, of: "vector") of these fail, and so notice nothing\n"
      }
      text += table(
        purposes.shards.map { shard in
          [
            shard.vectors, shard.adding, shard.rare, shard.idle.count, shard.transitions,
            shard.pairs, shard.mutants,
          ]
        }, of: purposes.shards.map { $0.file },
        headings: ["vectors", "add", "rare", "idle", "transitions", "pairs", "mutants"])
      text += "\n"
    }
    if !texts.isEmpty {
      text += "texts that must be refused\n"
      text += table(
        texts.map { [$0.texts, $0.findings] }, of: texts.map { $0.file },
        headings: ["texts", "findings"])
      text += "\n"
    }
    if needless.isEmpty {
      return text + "every file alone has a transition, a pair, a mutant or a finding\n"
    }
    for file in needless {
      text += "nothing would be lost without \(file)\n"
    }
    return text
  }

  private func table(_ rows: [[Int]], of files: [String], headings: [String]) -> TerminalText {
    var table = TextTable(
      indent: 2,
      [TextTable.Column(heading: "file", limit: 80)]
        + headings.map { TextTable.Column(heading: $0, limit: 12, isRight: true) })
    for (file, numbers) in zip(files, rows) {
      table.add([TextTable.Cell(file)] + numbers.map { TextTable.Cell(String($0)) })
    }
    return table.text(.plain)
  }

  /// The report as one line of JSON, the ids of idle vectors with it.
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
      "texts": .array(
        texts.map {
          .object([
            "file": .string($0.file), "texts": .int($0.texts), "findings": .int($0.findings),
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
        "mutants": .int(shard.mutants),
      ]),
    ])
  }
}
