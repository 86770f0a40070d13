public import LinkPolicy
public import LinkPolicyDiagnostics

/// A compiler from a document to a compiled policy, which collects every finding.
struct PolicyCompiler {
  let document: PolicyDocument
  /// The reusable parts of the policy that the document edits; nil if the document is not an edit.
  private(set) var known: KnownParts?
  /// The same parts if accounts can have superseded methods only after the edit, or only before the edit.
  private var otherwise: KnownParts?
  /// The parts of a policy with similar tables, for an edit that can change every table; nil if there is no such policy.
  private var similar: KnownParts?
  /// Whether accounts can have superseded methods, regardless of the rows; nil if the rows determine this.
  private var supersedes: Bool?
  /// The relations of accounts to attempts, read for another document with the same representative accounts; nil if no
  /// such document was read.
  private let space: SituationSpace?
  /// The relations of accounts to attempts that earlier compilations have read, as a cache.
  private(set) var memory: RelationMemory
  var findings = Findings()
  /// The checker of the tables; nil until all checks have passed.
  private(set) var checker: TableChecker?

  init(
    _ document: PolicyDocument, knowing known: KnownParts? = nil,
    otherwise: KnownParts? = nil, resembling similar: KnownParts? = nil,
    supersedes: Bool? = nil, reading space: SituationSpace? = nil,
    remembering memory: RelationMemory = RelationMemory()
  ) {
    self.document = document
    self.known = known
    self.otherwise = otherwise
    self.similar = similar
    self.supersedes = supersedes
    self.space = space
    self.memory = memory
  }

  /// The findings in the order of their positions.
  var sortedFindings: [Diagnostic] {
    findings.diagnostics.sorted { a, b in
      let (a, b) = (
        a.position ?? SourcePosition(line: 0, column: 0),
        b.position ?? SourcePosition(line: 0, column: 0)
      )
      return (a.file, a.line, a.column) < (b.file, b.line, b.column)
    }
  }

  /// Reports invariants that share an id, and ids such as `I1`, which are reserved for the invariants of `prove`.
  private mutating func checkInvariantIds() {
    findings.checkUnique("invariant", document.invariants.map { $0.id })
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    for id in document.invariants.map({ $0.id }) {
      let number = id.value.bytes.dropFirst()
      guard id.value.bytes.first == UInt8(ascii: "I"), !number.isEmpty,
        number.allSatisfy({ digits.contains($0) })
      else { continue }
      findings.error(
        .duplicateName,
        "`" + id.value.text + "` is reserved: such ids name the invariants of `prove`",
        at: id.position, help: "choose another id, such as `no-takeover`")
    }
  }

  /// Returns the compiled policy; nil if a finding is an error.
  mutating func compile() -> PolicyStorage? {
    guard var vocabulary = vocabulary() else { return nil }
    let parts = known.flatMap { resolvedEdit(of: $0) } ?? resolved(vocabulary)
    let (guards, facts, tables) = (parts.guards, parts.facts, parts.tables)
    let (impossible, proof) = (parts.impossible, parts.proof)
    guard !findings.hasErrors else { return nil }
    let conditions = impossible.flatMap { $0 } + proof
    vocabulary = vocabulary.using(
      usedFacts(guards: guards, facts: facts, tables: tables, conditions: conditions))
    let hasSupersededMethods =
      supersedes
      ?? tables.contains { table in
        table.rows.contains { $0.answer.effects.contains(.supersedeSubject) }
      }
    var checker = TableChecker(
      TableContext(
        vocabulary,
        limits: CellLimits(guards: guards, impossible: impossible, facts: facts, tables: tables),
        guards: guards, impossible: impossible),
      hasSupersededMethods: hasSupersededMethods, names: parts.errors.map { $0.name })
    if let space, space.holds(for: vocabulary, hasSupersededMethods: hasSupersededMethods) {
      checker.space.take(relationsOf: space)
    } else if let space = memory.space(
      for: vocabulary, hasSupersededMethods: hasSupersededMethods)
    {
      // An equal vocabulary also has equal boxes, so the compiler reuses the whole space.
      checker.space = space
    }
    checker.known =
      [known, otherwise].lazy.compactMap { parts in
        parts?.holding(for: vocabulary, hasSupersededMethods: hasSupersededMethods)
      }.first
    let checkedFacts = checker.check(facts, document.facts, of: tables)
    let checkedTables = checker.check(tables, document.decisions, resembling: similar)
    if checker.isSpent, (checker.known ?? similar)?.hasWork ?? false {
      // The steps include those of the base policy, so only a check without this work shows whether the edit fits.
      findings = Findings()
      known?.forgetWork()
      otherwise?.forgetWork()
      similar?.forgetWork()
      return compile()
    }
    memory.keep(checker.space)
    checkProof(proof, tables: checkedTables, facts: checkedFacts, schema: vocabulary.schema)
    add(checker.findings.diagnostics)
    guard !findings.hasErrors else { return nil }
    self.checker = checker
    return PolicyStorage(
      document: document, vocabulary: vocabulary, facts: checkedFacts,
      guards: guards, tables: checkedTables, errors: parts.errors, proof: proof,
      impossible: impossible, hasSupersededMethods: hasSupersededMethods,
      invariants: parts.invariants, digest: digestSource)
  }

  /// The digest of the document; for an edit, the function that computes the digest, because tools read few digests of
  /// edits.
  private var digestSource: DigestSource {
    guard known != nil || similar != nil else { return .known(PolicyDigest(of: document)) }
    return .computed { [document] in PolicyDigest(of: document) }
  }

  private mutating func vocabulary() -> Vocabulary? {
    if let known, known.edited != .readings {
      return known.base.vocabulary
    }
    var builder = VocabularyBuilder(document)
    let vocabulary = builder.build()
    add(builder.findings.diagnostics)
    // An invalid vocabulary would cause misleading findings about positions and numbers.
    return findings.hasErrors ? nil : vocabulary
  }

  /// Resolves the names in all parts of the document.
  private mutating func resolved(_ vocabulary: Vocabulary) -> ResolvedParts {
    let errors = compileErrors()
    var resolver = RowResolver(document: document, vocabulary: vocabulary, errors: errors)
    resolver.checkGroups()
    let guards = document.guards.map { resolver.guarding($0) }
    findings.checkUnique("guard", document.guards.map { $0.id })
    let tables = TableResolver(document, vocabulary).resolve(&resolver, &findings)
    let facts = compileFacts(&resolver)
    let impossible = document.impossible.map { resolver.resolve($0.conditions) }
    let proof = resolver.resolve(document.proof)
    let invariants = document.invariants.map { resolver.invariant($0) }
    checkInvariantIds()
    add(resolver.findings)
    return ResolvedParts(
      errors: errors, guards: guards, facts: facts, tables: tables, impossible: impossible,
      proof: proof, invariants: invariants)
  }

  /// Resolves the edited part of a document, and takes the other parts from the base policy; nil if the edit can affect
  /// how other parts resolve.
  ///
  /// Names in one row never depend on another row. Only the guards that a row can meet depend on the guards too.
  private mutating func resolvedEdit(of known: KnownParts) -> ResolvedParts? {
    let base = known.base
    var parts = ResolvedParts(
      errors: base.errors, guards: base.guards, facts: base.facts, tables: base.tables,
      impossible: base.impossible, proof: base.proof, invariants: base.invariants)
    var resolver = RowResolver(
      document: document, vocabulary: base.vocabulary, errors: base.errors)
    switch known.edited {
    case .table(let index):
      let table = TableResolver(document, base.vocabulary)
      parts.tables[index] = table.edited(
        base.tables[index], at: index, by: &resolver, &findings)
    case .guards(let indices):
      findings.checkUnique("guard", document.guards.map { $0.id })
      for index in indices {
        parts.guards[index] = resolver.guarding(document.guards[index])
      }
      let changesWould = indices.contains { index in
        base.guards[index].would != parts.guards[index].would
          || base.guards[index].hasWould != parts.guards[index].hasWould
      }
      if changesWould {
        TableResolver(document, base.vocabulary).setWouldGuards(of: &parts.tables)
      }
    case .fact(let fact):
      let offset = fact - base.vocabulary.schema.derived.lowerBound
      parts.facts[offset] = compiledFact(at: offset, &resolver)
    case .proof: parts.proof = resolver.resolve(document.proof)
    case .errors, .readings, .rules, .tables, .everything: return nil
    }
    add(resolver.findings)
    return parts
  }

  private mutating func add(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      findings.add(diagnostic)
    }
  }

  private mutating func compileErrors() -> [CompiledError] {
    findings.checkUnique("error", document.errors.map { $0.name })
    var errors: [CompiledError] = []
    for declared in document.errors {
      findings.checkUnique("platform", declared.names.map { $0.platform })
      if declared.name.value == "allowed" {
        findings.error(
          .invalidDeclaration, "`allowed` is the engine's own word and cannot name an error",
          at: declared.name.position, help: "`show: allowed` could mean either; rename the error")
      }
      errors.append(
        CompiledError(
          name: declared.name.value,
          ask: declared.ask.flatMap { RowResolver.remedy($0, &findings) },
          tell: declared.tell.compactMap { RowResolver.disclosure($0, &findings) },
          names: declared.names.map { ($0.platform.value, $0.name.value) }))
    }
    return errors
  }

  private mutating func compileFacts(_ resolver: inout RowResolver) -> [CompiledFact] {
    document.facts.indices.map { compiledFact(at: $0, &resolver) }
  }

  private mutating func compiledFact(at offset: Int, _ resolver: inout RowResolver) -> CompiledFact
  {
    let declared = document.facts[offset]
    findings.checkUnique("row", declared.rows.map { $0.id })
    let index = resolver.vocabulary.schema.derived.lowerBound + offset
    return CompiledFact(
      fact: index, hit: declared.hit,
      rows: declared.rows.map { resolver.fact($0, of: index) },
      position: declared.name.position)
  }

  /// Returns the facts that a row, an impossible combination or `proof` tests.
  ///
  /// The number of second factors also counts as tested if an input states a factor, or if a row changes the number by
  /// one. In both cases, decisions depend on the number of second factors.
  private func usedFacts(
    guards: [CompiledRow], facts: [CompiledFact], tables: [CompiledTable],
    conditions: [ResolvedCondition]
  ) -> ValueSet {
    var used = ValueSet(conditions.map { $0.fact })
    for row in guards + facts.flatMap({ $0.rows }) + tables.flatMap({ $0.rows }) {
      for condition in row.conditions {
        used.insert(condition.fact)
      }
    }
    let changes = (guards + tables.flatMap { $0.rows }).contains { row in
      row.answer.effects.contains { $0 == .enrollFactor || $0 == .removeFactor }
    }
    if changes || document.inputs.contains(where: { $0.isFactor }) {
      used.insert(EngineFact.factors.rawValue)
    }
    return used
  }

  /// Checks that `proof` exists if a row drops unproven methods, and that `proof` depends on no stored account,
  /// identifier or label.
  private mutating func checkProof(
    _ proof: [ResolvedCondition], tables: [CompiledTable], facts: [CompiledFact], schema: FactSchema
  ) {
    if proof.isEmpty {
      for row in tables.flatMap({ $0.rows })
      where row.answer.effects.contains(.dropUnproven) {
        findings.error(
          .missingProof,
          "row `" + row.id.text + "` drops unproven methods, but the policy has no `proof`",
          at: row.position,
          help: "add `proof: {FACT: VALUE}` with the conditions that prove an address")
      }
      return
    }
    var tested = ValueSet(proof.map { $0.fact })
    for fact in facts.reversed() where tested.contains(fact.fact) {
      for condition in fact.rows.flatMap({ $0.conditions }) {
        tested.insert(condition.fact)
      }
    }
    var others = FactsBesideAssertion()
    EngineFact.acceptAll(&others)
    for fact in others.facts + Array(schema.identifiers) + Array(schema.labels)
    where tested.contains(fact) {
      findings.error(
        .invalidDeclaration,
        "`proof` depends on `" + schema.facts[fact].name.text
          + "`, which is not about the assertion",
        at: proof[0].position,
        help: "only facts about the assertion can prove an address; remove this condition")
    }
  }
}

/// The parts of a document with resolved names.
private struct ResolvedParts {
  var errors: [CompiledError]
  var guards: [CompiledRow]
  var facts: [CompiledFact]
  var tables: [CompiledTable]
  var impossible: [[ResolvedCondition]]
  var proof: [ResolvedCondition]
  var invariants: [CompiledInvariant]
}

/// A collector of the facts that the attempt and its code do not determine, such as `credential`.
///
/// `proof` must not test these facts, because the engine can evaluate `proof` before the store has returned any rows.
///
/// For example, with `match: any-proven`, `proof` determines which addresses the lookup requests.
private struct FactsBesideAssertion: FactVisitor {
  var facts: [Int] = []

  func visit<Fact: NamedFact>(named fact: Fact.Type) {}

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    switch fact.carrier {
    case .assertion, .attempt, .link: break
    case .situation: facts.append(fact.fact.rawValue)
    }
  }

  func visit<Fact: CheckedFact>(checked fact: Fact.Type) {}

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    if !fact.isAboutAssertion {
      facts.append(fact.fact.rawValue)
    }
  }
}

extension Policy {
  /// Compiles a document to a policy, and discards warnings.
  ///
  /// To read the warnings, compile the document to a ``CompiledPolicy``.
  ///
  /// - Parameter document: the policy as written, read from a file or built in code.
  /// - Throws: an `InvalidInput` with every finding, if at least one finding is an error.
  public init(_ document: PolicyDocument) throws(InvalidInput) {
    self = try CompiledPolicy(document).policy
  }
}
