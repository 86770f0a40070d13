public import LinkPolicy
public import LinkPolicyDiagnostics

/// A compiled policy with its document and its tables, for tools that analyze the policy.
///
/// Compilation fails if some possible attempt matches no row (a gap), if rows overlap without a declaration, or if an
/// effect could fail. The error contains every finding.
public struct CompiledPolicy: Sendable {
  /// The policy that a service uses to decide attempts, without the document and the tables.
  public let policy: Policy

  /// The findings that are not errors: warnings and notes.
  public let warnings: [Diagnostic]

  /// The compiled tables, for tools that analyze the whole policy.
  package let storage: PolicyStorage

  /// The possible fact vectors of each table, if compilation computed them.
  let occurring: OccurringBoxes

  /// Compiles a document; fails if the policy has a gap, an undeclared overlap or an effect that could fail.
  ///
  /// - Parameter document: the policy as written, read from a file or built in code.
  /// - Throws: an `InvalidInput` with every finding, if at least one finding is an error.
  public init(_ document: PolicyDocument) throws(InvalidInput) {
    self = try Self.withCells(document).policy
  }

  /// Compiles a document and keeps the boxes of fact vectors that can occur, for a later analysis of cells.
  package static func withCells(
    _ document: PolicyDocument
  ) throws(InvalidInput) -> (policy: CompiledPolicy, cells: CellMaker) {
    var memory = RelationMemory()
    return try withCells(document, remembering: &memory)
  }

  /// Compiles a document with cached relations between accounts and attempts, and adds new relations to the cache.
  ///
  /// - Parameters:
  ///   - document: the policy as written.
  ///   - memory: the cache of relations, which earlier compilations filled.
  /// - Returns: the policy, and a generator of the policy's cells. The cache saves time, but does not change the
  ///   policy.
  /// - Throws: an `InvalidInput` with every finding, if at least one finding is an error.
  package static func withCells(
    _ document: PolicyDocument, remembering memory: inout RelationMemory
  ) throws(InvalidInput) -> (policy: CompiledPolicy, cells: CellMaker) {
    var compiler = PolicyCompiler(document, remembering: memory)
    let compiled = compiler.compile()
    memory = compiler.memory
    guard let storage = compiled, let checker = compiler.checker else {
      let found = compiler.sortedFindings
      throw InvalidInput(document.causes?(found) ?? found, in: document.sources)
    }
    let policy = try CompiledPolicy(
      loading: storage, warnings: compiler.sortedFindings, OccurringBoxes(checker))
    return (policy, CellMaker(policy, checker))
  }

  /// Creates the policy from the bytes of its image, as a service that ships the image does.
  private init(
    loading storage: PolicyStorage, warnings: [Diagnostic], _ occurring: OccurringBoxes
  ) throws(InvalidInput) {
    self.storage = storage
    self.occurring = occurring
    self.warnings = warnings
    do throws(InvalidImage) {
      policy = Policy(
        try PolicyImage(loading: Self.image(of: storage), canOccur: Self.occurrenceCheck()))
    } catch {
      // A document built in code can contain values that no text can contain, such as names that are not UTF-8.
      throw InvalidInput(
        [
          Diagnostic(
            .invalidDeclaration, .error,
            "the policy has no image that could be loaded: " + error.message,
            at: storage.document.name.position)
        ], in: storage.document.sources)
    }
  }

  /// Creates a policy from compiled tables, and writes the policy's image; the initializer skips the check that loading
  /// an image makes.
  init(_ storage: PolicyStorage, _ occurring: OccurringBoxes, isEdit: Bool = false) {
    self.init(
      storage, occurring, decidingBy: RulesWriter.section(of: storage), isEdit: isEdit)
  }

  /// Creates a policy from compiled tables, with an image section of rules that an earlier call wrote.
  init(
    _ storage: PolicyStorage, _ occurring: OccurringBoxes, decidingBy rules: ImageSection,
    isEdit: Bool = false
  ) {
    self.storage = storage
    self.occurring = occurring
    warnings = []
    policy = Policy(
      PolicyImage(
        rules, storage.vocabulary, digest: storage.digestSource,
        canOccur: isEdit ? nil : Self.occurrenceCheck()))
  }

  /// Returns a function that checks whether the compiler considered the facts of a decision possible.
  ///
  /// In a release build or an Embedded Swift build, the result is nil, so decisions skip the check.
  private static func occurrenceCheck() -> OccurrenceCheck? {
    #if DEBUG && !hasFeature(Embedded)
      let ledger = OccurrenceLedger()
      return { facts, image, table in ledger.canOccur(facts, image, inTable: table) }
    #else
      return nil
    #endif
  }

  /// The policy's image: the bytes that `Policy(image:)` loads.
  ///
  /// Equal documents have equal images.
  public var image: [UInt8] { Self.image(of: storage) }

  /// Returns the policy's image with a text from which tools can compile the policy again.
  ///
  /// - Parameter text: the policy's text in UTF-8, merged with the policies that it extends.
  /// - Returns: the bytes of ``image``, with another length and checksum, followed by the text.
  package func image(containing text: [UInt8]) -> [UInt8] {
    Self.image(of: storage, containing: text)
  }

  static func image(of storage: PolicyStorage, containing text: [UInt8] = []) -> [UInt8] {
    ImageFile.bytes(
      vocabulary: ImageWriter.vocabulary(storage.vocabulary),
      rules: RulesWriter.section(of: storage), digest: storage.digest, text: text)
  }

  /// The name of the policy in vectors, records and reports, such as `firebase`.
  public var name: String { storage.name.text }
  /// A description of the policy in one line.
  public var title: String { storage.title.text }
  /// The SHA-256 digest of the policy's meaning; comments do not change the digest.
  public var digest: PolicyDigest { storage.digest }
  /// The files that the policy's positions refer to, with their contents.
  public var sources: SourceMap { storage.document.sources }
  /// The policy document that was compiled into the tables: declarations with their positions.
  public var document: PolicyDocument { storage.document }
}

// Tools ask the same image that makes the decisions.
extension CompiledPolicy {
  /// The vocabulary of the policy's facts.
  package var vocabulary: Vocabulary { storage.vocabulary }

  package func decide(
    _ attempt: Attempt, in situation: Situation
  ) throws(InputError) -> Decision {
    try policy.decide(attempt, in: situation)
  }

  package func decide(_ lookup: AnsweredLookup) throws(InputError) -> Decision {
    try policy.decide(lookup)
  }

  package func lookup(
    for attempt: Attempt, by caller: Lookup.Caller, under settings: Settings
  ) throws(InputError) -> Lookup {
    try policy.lookup(for: attempt, by: caller, under: settings)
  }

  package func codePurpose(of attempt: Attempt) throws(InputError) -> CodePurpose? {
    try policy.codePurpose(of: attempt)
  }

  package func tableIndex(of facts: FactVector) -> Int? {
    policy.tableIndex(of: facts)
  }

  package func source(of facts: inout FactVector) -> Decision.Source? {
    policy.source(of: &facts)
  }

  @discardableResult
  package func derive(_ facts: inout FactVector) -> Bool {
    policy.derive(&facts)
  }

  package func holdsProof(_ facts: FactVector) -> Bool {
    policy.holdsProof(facts)
  }

  package func reading(
    of attempt: Attempt, in situation: Situation
  ) throws(InputError) -> Reading {
    try policy.reading(of: attempt, in: situation)
  }

  package func answer(
    of source: Decision.Source, inTable table: Int
  ) -> (effects: [Effect], isAllowed: Bool) {
    policy.answer(of: source, inTable: table)
  }
}
