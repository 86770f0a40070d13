package import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
package import LinkPolicyExploration
internal import LinkPolicyJSON
package import LinkPolicyTesting

/// The report of a mutation run: counts by operator, and the surviving mutants.
package struct MutationReport: Sendable {
  /// The number of mutants with each verdict.
  package struct Counts: Sendable, Equatable {
    /// The number of edits that load as a policy.
    package var mutants = 0
    /// The number of mutants that a vector kills.
    package var killed = 0
    /// The number of mutants that are equivalent to the policy.
    package var equivalent = 0
    /// The number of mutants that no vector kills.
    package var survived = 0
    /// The number of edits that do not load, and therefore are not mutants.
    package var refused = 0

    mutating func add(_ verdict: MutantVerdict) {
      switch verdict {
      case .refused: refused += 1
      case .equivalent: equivalent += 1
      case .killed: killed += 1
      case .survived: survived += 1
      }
      mutants = killed + equivalent + survived
    }
  }

  /// A surviving mutant.
  package struct SurvivingMutant: Sendable {
    /// The mutant.
    package var mutant: Mutant
    /// The details of the mutant's survival, such as the first changed cell.
    package var survivor: Survivor
    /// Whether the run searched for a vector that kills the mutant.
    package internal(set) var isSearched = false
    /// The shortest sequence that kills the mutant; nil if none was found.
    package internal(set) var sequence: StepSequence?
    /// The sequence as a vector without expectations, in one line of JSON; nil without a sequence.
    package internal(set) var witness: [UInt8]?
  }

  /// The name of the policy, such as `firebase`.
  package let policy: String
  /// The digest of the policy's meaning, in hexadecimal digits.
  package let digest: String
  /// The files that positions refer to.
  package let sources: SourceMap
  /// The number of vectors with which the mutants were judged.
  package let vectors: Int
  /// The number of situations that the vectors reach.
  package let situations: Int
  /// The counts by operator, in the order of the operators.
  package private(set) var operators: [(name: String, counts: Counts)] = []
  /// The counts of all operators together.
  package private(set) var total = Counts()
  /// The surviving mutants, the most dangerous first.
  ///
  /// Mutants that add a feature that the policy does not use come last.
  package internal(set) var survivors: [SurvivingMutant] = []

  package init(_ run: MutationRun, _ index: SuiteIndex) {
    policy = run.policy.name
    digest = run.policy.digest.text
    sources = run.policy.sources
    vectors = index.vectors.count
    situations = index.situationCount
    operators = run.operators.map { ($0, Counts()) }
    for (mutant, verdict) in zip(run.mutants, run.verdicts) {
      total.add(verdict)
      for place in operators.indices where operators[place].name == mutant.operation {
        operators[place].counts.add(verdict)
      }
    }
    let survivors = run.survivors.map { SurvivingMutant(mutant: $0.mutant, survivor: $0.survivor) }
    let places = survivors.indices.sorted {
      (survivors[$0].rank, $0) < (survivors[$1].rank, $1)
    }
    self.survivors = places.map { survivors[$0] }
  }

  /// Searches for the shortest vectors that kill the first survivors, and adds these vectors to the report.
  ///
  /// The vectors have no expectations, because the expected answers must come from a document, not from the policy.
  ///
  /// - Parameters:
  ///   - explorer: the exploration of the policy.
  ///   - policyName: the name of the policy in the vectors, such as `firebase`.
  ///   - limit: the maximum number of survivors for which the run searches for a vector.
  ///   - threads: the number of threads that search for vectors.
  ///   - isSpent: a function that returns true when the search must end.
  ///   - progress: a function that receives the number of survivors for which the search has ended.
  package mutating func search(
    by explorer: Explorer, named policyName: String, limit: Int, threads: Int,
    until isSpent: @escaping @Sendable () -> Bool = { false }, progress: (Int) -> Void
  ) {
    let searched = survivors.prefix(limit)
    let found = MutantWitnessSearch.sequences(
      noticing: searched.map { $0.survivor.policy }, by: explorer, threads: threads,
      until: isSpent, done: progress)
    for (place, sequence) in found.enumerated() {
      survivors[place].isSearched = true
      guard let sequence,
        Self.isNoticed(survivors[place].survivor.policy, by: sequence, under: explorer.policy)
      else { continue }
      survivors[place].sequence = sequence
      survivors[place].witness =
        SequenceVector(
          sequence, under: explorer.policy, named: policyName, prefix: "m", answers: .none
        ).json.line
    }
  }

  /// Returns whether a mutant fails a sequence that expects the original policy's answers.
  ///
  /// Vectors cannot express every difference; for example, they cannot expect the name that an error has on one
  /// platform.
  private static func isNoticed(
    _ mutant: CompiledPolicy, by sequence: StepSequence, under policy: CompiledPolicy
  ) -> Bool {
    let vector = SequenceVector(
      sequence, under: policy, named: policy.name, prefix: "m", answers: .policy)
    let cases: [VectorCase]
    do throws(InvalidInput) {
      cases = try VectorReader.read(vector.json.line, name: "survivor", format: .jsonLines)
    } catch {
      return false
    }
    let player = Player(mutant.policy)
    return cases.contains { player.play($0.expectingAll).mismatches.contains { $0.isNormative } }
  }

  /// The number of survivors for which the run searched for a vector.
  package var searched: Int { survivors.count { $0.isSearched } }

  /// The number of survivors for which the run found a vector.
  package var shown: Int { survivors.count { $0.sequence != nil } }

  /// The survivors, except mutants that add a feature that the policy does not use.
  var likely: [SurvivingMutant] { survivors.filter { $0.mutant.unused == nil } }

  /// Returns a line about the survivors that only add a feature that the policy does not use; nil if there is none.
  func unusedLine<Format: OutputFormat>() -> OutputText<Format>? {
    let words = survivors.compactMap { $0.mutant.unused }
    guard !words.isEmpty else { return nil }
    let list = Set(words).sorted().joined(separator: ", ")
    return words.count == 1
      ? "1 survivor adds a feature that the policy does not use: \(list)"
      : "\(words.count) survivors add features that the policy does not use: \(list)"
  }

  /// Whether the run had at least one mutant, and every mutant was killed or proved equivalent.
  package var isClean: Bool { total.mutants > 0 && total.survived == 0 }
}

extension MutationReport {
  /// The end of the report as text: the vectors that would kill survivors, and the counts.
  ///
  /// This text omits the survivors, because the run writes each survivor as soon as the survivor is found
  /// (``text(of:_:in:)``).
  package var text: TerminalText {
    var text = vectorText
    if let line: TerminalText = unusedLine() {
      text += line + "\n\n"
    }
    let width = operators.reduce(8) { max($0, $1.name.utf8.count) }
    func line(_ name: String, _ cells: [String]) -> TerminalText {
      var line = name + String(repeating: " ", count: width - name.utf8.count)
      for cell in cells {
        line += String(repeating: " ", count: max(1, 12 - cell.utf8.count)) + cell
      }
      return "\(line)\n"
    }
    text += line("operator", ["mutants", "killed", "equivalent", "survived", "refused"])
    for (name, counts) in operators {
      text += line(name, counts.numbers.map { String($0) })
    }
    text += line("all", total.numbers.map { String($0) })
    return text + "\n\(summary())\n"
  }

  /// Returns a one-line summary of the run, with the number of mutants for each verdict.
  package func summary<Format: OutputFormat>() -> OutputText<Format> {
    if total.mutants == 0 {
      return "\(policy): no edit loads, so there are no mutants, which is a failure"
    }
    var text: OutputText<Format> = "\(policy): \(total.mutants, of: "mutant"): "
    text += "\(total.killed) killed by \(vectors, of: "vector") "
    text += "through \(situations, of: "situation"), "
    text += "\(total.equivalent) proved equivalent, \(total.survived) survive"
    if searched > 0 {
      text += "; vectors found for \(shown) of \(searched) survivors searched"
    }
    return text
  }

  /// The survivors for which the run searched for a vector, the most dangerous first, each with its vector; empty
  /// without a search.
  private var vectorText: TerminalText {
    let searched = likely.filter { $0.isSearched }
    guard !searched.isEmpty else { return "" }
    var text: TerminalText = "Vectors for survivors, the most dangerous first\n\n"
    for entry in searched {
      text += "\(entry.mutant.id)\n"
      if let kinds = Self.kindWords(of: entry.survivor) {
        text += "  \(kinds)\n"
      }
      if let witness = entry.witness {
        text += "  noticed by: \(String(decoding: witness, as: UTF8.self))\n"
      } else {
        text += "  no vector was found that would notice the survivor\n"
      }
    }
    let rest = likely.count - searched.count
    switch rest {
    case ..<1: return text + "\n"
    case 1: return text + "1 less dangerous survivor was not searched\n\n"
    default: return text + "\(rest) less dangerous survivors were not searched\n\n"
    }
  }

  /// Returns a survivor as text, without a vector; empty if the mutant only adds a feature that the policy does not
  /// use.
  ///
  /// - Parameters:
  ///   - mutant: the mutant.
  ///   - survivor: the details of the mutant's survival.
  ///   - sources: the files of the policy.
  /// - Returns: lines with a blank line at the end.
  package static func text(
    of mutant: Mutant, _ survivor: Survivor, in sources: SourceMap
  ) -> TerminalText {
    guard mutant.unused == nil else { return "" }
    var text: TerminalText = "SURVIVED \(mutant.id)\n"
    if let kinds = kindWords(of: survivor) {
      text += "  \(kinds)\n"
    }
    text += "  \(sources.describe(mutant.position)): \(survivor.summary)\n"
    if let line = excerpt(of: mutant, in: sources) {
      text += "    \(line)\n"
    }
    if let cell = words(for: survivor) {
      text += "  first changed where \(cell)\n"
    }
    return text + "  vectors that reach the change: \(survivor.played)\n\n"
  }

  /// Returns the kinds of changes in words, such as `reaches-more, locks-out`; nil if no kind is known.
  static func kindWords(of survivor: Survivor) -> String? {
    survivor.kinds.isEmpty
      ? nil : survivor.kinds.map { $0.rawValue }.joined(separator: ", ")
  }

  /// Returns the changed cell in words, such as `sign-in.federated | credential: new`; nil if the cell is unknown.
  static func words(for survivor: Survivor) -> String? {
    guard let cell = survivor.cell else { return nil }
    var words = survivor.table.map { $0.text + " | " } ?? ""
    words += cell.map { $0.fact.text + ": " + $0.value.text }.joined(separator: ", ")
    return words
  }

  /// Returns the line of the policy that a mutant edits, without leading spaces; nil if the line is empty or the text
  /// is unknown.
  static func excerpt(of mutant: Mutant, in sources: SourceMap) -> String? {
    let position = mutant.position
    guard sources.files.indices.contains(position.file) else { return nil }
    let lines = sources.files[position.file].bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(position.line - 1) else { return nil }
    let line = lines[position.line - 1].drop { $0 == UInt8(ascii: " ") }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}

extension MutationReport {
  /// The report as Markdown: a table of the operators, then the survivors.
  package var markdown: MarkdownText {
    var text: MarkdownText = "# Mutants of \(policy)\n\n\(summary())\n\n"
    text += "| operator | mutants | killed | equivalent | survived | refused |\n"
    text += "|---|---:|---:|---:|---:|---:|\n"
    for (name, counts) in operators {
      text += Self.row(MarkdownText(name), counts)
    }
    text += Self.row("**all**", total)
    guard !survivors.isEmpty else { return text }
    text += "\n## Survivors\n\n"
    for entry in likely {
      let place = sources.describe(entry.mutant.position)
      text += "- \(entry.mutant.id) at \(place): \(entry.survivor.summary, limit: 400)\n"
      if let kinds = Self.kindWords(of: entry.survivor) {
        text += "  - \(kinds)\n"
      }
      if let cell = Self.words(for: entry.survivor) {
        text += "  - first changed where \(cell, limit: 400)\n"
      }
      if let witness = entry.witness {
        text += "  - noticed by\n" + MarkdownText(json: witness, indent: "    ")
      } else if entry.isSearched {
        text += "  - no vector was found that would notice the survivor\n"
      }
    }
    if let line: MarkdownText = unusedLine() {
      text += "\n" + line + "\n"
    }
    return text
  }

  private static func row(_ name: MarkdownText, _ counts: Counts) -> MarkdownText {
    MarkdownText(row: [name] + counts.numbers.map { "\($0)" })
  }
}

extension MutationReport {
  /// Returns the report as JSON, with the survivors and their vectors.
  ///
  /// - Parameter passedOver: the number of skipped vectors, which belong to other policies.
  /// - Returns: one line of JSON.
  package func json(passedOver: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("policy")
    writer.string(policy)
    writer.key("digest")
    writer.string(digest)
    writer.key("vectors")
    writer.int(vectors)
    writer.key("passedOver")
    writer.int(passedOver)
    writer.key("situations")
    writer.int(situations)
    writer.counts(total)
    writer.key("searched")
    writer.int(searched)
    writer.key("shown")
    writer.int(shown)
    writer.key("operators")
    writer.beginArray()
    for (name, counts) in operators {
      writer.beginObject()
      writer.key("operator")
      writer.string(name)
      writer.counts(counts)
      writer.endObject()
    }
    writer.endArray()
    writer.key("survivors")
    writer.beginArray()
    for entry in survivors {
      survivor(entry, &writer)
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.take()
  }

  private func survivor(_ entry: SurvivingMutant, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string(entry.mutant.id)
    writer.key("place")
    writer.string(sources.describe(entry.mutant.position))
    writer.key("edit")
    writer.string(entry.survivor.summary)
    writer.key("kinds")
    writer.beginArray()
    for kind in entry.survivor.kinds {
      writer.string(kind.rawValue)
    }
    writer.endArray()
    writer.key("unused")
    if let unused = entry.mutant.unused {
      writer.string(unused)
    } else {
      writer.null()
    }
    writer.key("played")
    writer.int(entry.survivor.played)
    writer.key("cell")
    if let cell = entry.survivor.cell {
      writer.beginObject()
      for (fact, value) in cell {
        writer.key(fact)
        writer.string(value.text)
      }
      writer.endObject()
    } else {
      writer.null()
    }
    writer.key("vector")
    if let witness = entry.witness {
      writer.string(String(decoding: witness, as: UTF8.self))
    } else {
      writer.null()
    }
    writer.endObject()
  }
}

extension MutationReport.SurvivingMutant {
  /// The sort key of the survivor: its most dangerous kind of change; a mutant that adds an unused feature sorts last.
  fileprivate var rank: Int {
    let worst = ChangeKind.rank(survivor.kinds)
    return mutant.unused == nil ? worst : 2 * ChangeKind.allCases.count + 1 + worst
  }
}

extension MutationReport.Counts {
  /// The counts, in the order of the report's headings.
  var numbers: [Int] {
    [mutants, killed, equivalent, survived, refused]
  }
}

extension JSONWriter {
  fileprivate mutating func counts(_ counts: MutationReport.Counts) {
    let pairs: [(Name, Int)] = [
      ("mutants", counts.mutants), ("killed", counts.killed), ("equivalent", counts.equivalent),
      ("survived", counts.survived), ("refused", counts.refused),
    ]
    for (name, count) in pairs {
      key(name)
      int(count)
    }
  }
}
