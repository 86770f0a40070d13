internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyPresets
internal import LinkPolicyRendering
internal import LinkPolicyExploration
internal import LinkPolicyReview
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// The cached policies of earlier questions; the variable needs no lock, because WebAssembly has one thread.
private nonisolated(unsafe) var policies = RememberedPolicies()

extension PolicyQuestion {
  /// Returns the answer as JSON, or as text if the question asks for text.
  func answer() throws(RejectedQuestion) -> [UInt8] {
    do throws(InvalidInput) {
      switch content {
      case .check(let file):
        return unsafe policies.report(of: file).json
      case .play(let file, let vectors, let format):
        let policy = unsafe try policies.compiled(file)
        return try played(vectors, format, by: policy)
      case .matrix(let file):
        var writer = JSONWriter()
        writer.matrices(OutcomeMatrix.all(unsafe try policies.compiled(file)))
        return writer.take()
      case .diff(let files, let stores, let isText):
        let report = try difference(files, stores: stores)
        // Only these two formats are linked into the module.
        return isText ? report.text.bytes : report.json
      case .format(let file):
        return try PolicyFormatter.format(file.bytes, name: file.name)
      case .source(let name):
        return try source(of: name)
      }
    } catch {
      throw RejectedQuestion(error)
    }
  }

  /// Returns the text of a shipped policy.
  private func source(of name: String) throws(InvalidInput) -> [UInt8] {
    guard let bytes = Presets.yaml(named: name) else { throw Presets.unknown(name) }
    return bytes
  }

  private func played(
    _ vectors: [UInt8], _ format: VectorReader.Format, by policy: CompiledPolicy
  ) throws(InvalidInput) -> [UInt8] {
    let cases = try VectorReader.read(
      vectors, name: format == .json ? "cases.json" : "cases.yaml", format: format)
    let player = Player(policy.policy)
    var writer = JSONWriter()
    writer.beginArray()
    for vector in cases where vector.needsPolicy {
      try vector.check(under: policy.policy)
      writer.played(player.play(vector), by: policy)
    }
    writer.endArray()
    return writer.take()
  }

  private func difference(
    _ files: Sides<PolicyFile>, stores: Int
  ) throws(InvalidInput) -> DifferenceReport {
    let old = unsafe try policies.cells(files.old)
    let new = unsafe try policies.cells(files.new)
    let compared = Sides(old: old.policy, new: new.policy)
    var difference: PolicyDifference
    do throws(ComparisonRefusal) {
      difference = try PolicyDifference(
        old: old.policy, new: new.policy, cells: Sides(old: old.cells, new: new.cells))
    } catch {
      throw Self.finding(error, compared)
    }
    var limits = Explorer.Limits()
    limits.stores = stores
    if stores > 0 {
      difference.addDeclarationWitnesses(limits: limits, seed: 0) { _ in }
      difference.addBoxWitnesses(limits: limits)
    }
    let names = Sides { files[$0].name }
    return DifferenceReport(difference, named: names, gate: .usual, limit: 3)
  }

  private static func finding(
    _ refusal: ComparisonRefusal, _ policies: Sides<CompiledPolicy>
  ) -> InvalidInput {
    let reason =
      switch refusal.reason {
      case .meaning(let words):
        "has another meaning in each policy: `\(words.old)` and `\(words.new)`"
      case .intricate: "has too many cells to compare"
      }
    return InvalidInput(
      [
        Diagnostic(
          .unknownName, .error, "cannot compare: \(refusal.subject) \(reason)",
          at: refusal.positions.new, help: "rename it in one of the policies")
      ], in: policies.new.sources)
  }
}

extension JSONWriter {
  /// Writes a played case: its steps, each with the decision and the resulting accounts, and the failed expectations.
  fileprivate mutating func played(_ played: PlayedCase, by policy: CompiledPolicy) {
    let names = MethodNames(policy.policy)
    let lines = PartPlaces(policy.sources)
    beginObject()
    key("id")
    string(played.vector.id)
    key("steps")
    beginArray()
    for step in played.steps {
      beginObject()
      key("number")
      int(step.number)
      key("line")
      int(step.position.line)
      key("words")
      string(step.step.content.plainWords(names))
      if let answer = step.answer {
        self.answer(answer, lines)
      }
      key("accounts")
      beginArray()
      for account in step.accounts {
        self.account(account)
      }
      endArray()
      key("codes")
      beginArray()
      for code in step.codes {
        beginObject()
        member("id", code.id)
        key("purpose")
        string(code.purpose.name)
        member("address", code.address)
        member("account", code.account)
        key("used")
        bool(code.isUsed)
        key("expired")
        bool(code.isExpired)
        endObject()
      }
      endArray()
      endObject()
    }
    endArray()
    key("mismatches")
    beginArray()
    for mismatch in played.mismatches {
      beginObject()
      if let step = mismatch.step {
        key("step")
        int(step)
      }
      member("key", mismatch.key)
      member("expected", mismatch.expected)
      member("got", mismatch.got)
      endObject()
    }
    endArray()
    endObject()
  }

  private mutating func answer(_ answer: PlayedStep.Answer, _ lines: PartPlaces) {
    if let decision = answer.decision {
      key("decision")
      self.decision(decision, isExplained: true)
      if let position = decision.row?.position, let part = lines.part(at: position) {
        key("place")
        place(part, in: lines.sources)
      }
    }
    switch answer {
    case .decided(_, let applied):
      key("applied")
      beginObject()
      member("account", applied.account)
      member("session", applied.session)
      key("new")
      bool(applied.isNewAccount)
      endObject()
    case .conflict(_, let conflict): member("problem", conflict.text)
    case .inputError(let error):
      let error = AnswerError(error)
      key("error")
      beginObject()
      member("code", error.code.rawValue)
      member("message", error.message)
      member("reason", error.reason)
      endObject()
    case .fault(let key, let message): member("problem", "`" + key + "`: " + message)
    }
  }

  /// Writes the range of a declaration or row, from its first scalar to the position after its last scalar.
  private mutating func place(
    _ part: (start: SourcePosition, end: SourcePosition), in sources: SourceMap
  ) {
    beginObject()
    member("file", sources.files[part.start.file].name)
    for (name, number) in [
      ("line", part.start.line), ("column", part.start.column),
      ("endLine", part.end.line), ("endColumn", part.end.column),
    ] {
      key(name)
      int(number)
    }
    endObject()
  }

  /// Writes the matrices of a policy, one for each sign-in action.
  fileprivate mutating func matrices(_ matrices: [OutcomeMatrix]) {
    beginArray()
    for matrix in matrices {
      beginObject()
      key("action")
      string(matrix.action)
      key("columns")
      beginArray()
      for column in matrix.columns {
        beginObject()
        member("title", column.title)
        member("meaning", column.meaning)
        endObject()
      }
      endArray()
      key("assumed")
      beginArray()
      for (fact, values) in matrix.assumptions {
        beginObject()
        member("fact", fact.text)
        words("values", values.map { $0.text })
        endObject()
      }
      endArray()
      key("tables")
      beginArray()
      for group in matrix.groups {
        self.group(group)
      }
      endArray()
      endObject()
    }
    endArray()
  }

  private mutating func group(_ group: OutcomeMatrix.MatrixGroup) {
    beginObject()
    member("table", group.table.text)
    if let count = group.uncounted {
      key("omitted")
      int(count)
    }
    key("lines")
    beginArray()
    for line in group.lines {
      beginObject()
      key("arriving")
      beginArray()
      for part in line.arriving {
        beginObject()
        member("fact", part.fact.text)
        key("not")
        bool(part.isNegated)
        words("values", part.values.map { $0.text })
        endObject()
      }
      endArray()
      members("derived", line.derived.map { (name: $0.fact.text, value: $0.value.text) })
      key("cells")
      beginArray()
      for results in line.cells {
        beginArray()
        for result in results {
          self.result(result)
        }
        endArray()
      }
      endArray()
      endObject()
    }
    endArray()
    endObject()
  }

  private mutating func result(_ result: OutcomeMatrix.MatrixResult) {
    beginObject()
    member("outcome", result.outcome.word)
    member("sign", result.outcome.sign)
    member("meaning", result.outcome.meaning)
    member("row", result.row.text)
    member("error", result.error?.text)
    member("shown", result.shown?.text)
    endObject()
  }

  private mutating func words(_ key: String, _ values: [String]) {
    self.key(key)
    strings(values)
  }
}
