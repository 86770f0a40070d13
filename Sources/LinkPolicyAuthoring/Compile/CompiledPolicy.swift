public import LinkPolicy
public import LinkPolicyDiagnostics

/// A policy as it was compiled: what decides, the document it was made from, and its tables.
///
/// For who looks at a policy rather than deciding by it. A policy with a gap, an undeclared overlap
/// or an effect that could fail is not made; every finding is in the error.
public struct CompiledPolicy: Sendable {
  /// The policy, to decide by.
  public let policy: Policy

  /// The findings that did not keep the policy from being made: warnings and notes.
  public let warnings: [Diagnostic]

  /// What it was compiled to, for the tools that look at all of it.
  package let storage: PolicyStorage

  /// What can occur for its tables, as far as that was worked out when it was compiled.
  let occurring: OccurringBoxes

  /// Compiles a document, unless it has a gap, an undeclared overlap or an effect that could fail.
  ///
  /// - Parameter document: the policy as written, read from a file or built in code.
  /// - Throws: an `InvalidInput` with every finding where one is an error.
  public init(_ document: PolicyDocument) throws(InvalidInput) {
    self = try Self.withCells(document).policy
  }

  /// Compiles a document and keeps what can occur, for who looks at the cells next.
  package static func withCells(
    _ document: PolicyDocument
  ) throws(InvalidInput) -> (policy: CompiledPolicy, cells: CellMaker) {
    var compiler = PolicyCompiler(document)
    guard let storage = compiler.compile(), let checker = compiler.checker else {
      let found = compiler.sortedFindings
      throw InvalidInput(document.causes?(found) ?? found, in: document.sources)
    }
    let policy = try CompiledPolicy(
      loading: storage, warnings: compiler.sortedFindings, OccurringBoxes(checker))
    return (policy, CellMaker(policy, checker))
  }

  /// Makes the policy from the bytes of its image, as whoever ships the image will.
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
      // A document made in code can hold what no text does, such as names that are not UTF-8.
      throw InvalidInput(
        [
          Diagnostic(
            .invalidDeclaration, .error,
            "the policy has no image that could be loaded: " + error.message,
            at: storage.document.name.position)
        ], in: storage.document.sources)
    }
  }

  /// A policy that was made of parts of others: its image is written, and nothing of it checked
  /// again.
  init(_ storage: PolicyStorage, _ occurring: OccurringBoxes, isEdit: Bool = false) {
    self.init(
      storage, occurring, decidingBy: RulesWriter.section(of: storage), isEdit: isEdit)
  }

  /// A policy that decides by rules written before.
  init(
    _ storage: PolicyStorage, _ occurring: OccurringBoxes, decidingBy rules: ImageSection,
    isEdit: Bool = false
  ) {
    self.storage = storage
    self.occurring = occurring
    warnings = []
    policy = Policy(
      PolicyImage(
        rules, storage.vocabulary, digest: storage.digest,
        canOccur: isEdit ? nil : Self.occurrenceCheck()))
  }

  /// What checks in debug builds that the facts of each decision are among those that were compiled for;
  /// nil in a release build.
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
  /// The same document makes the same bytes.
  public var image: [UInt8] { Self.image(of: storage) }

  private static func image(of storage: PolicyStorage) -> [UInt8] {
    ImageFile.bytes(
      vocabulary: ImageWriter.vocabulary(storage.vocabulary),
      rules: RulesWriter.section(of: storage), digest: storage.digest)
  }

  /// What vectors, records and reports call the policy.
  public var name: String { storage.name.text }
  /// One line about the policy.
  public var title: String { storage.title.text }
  /// The digest of the policy's meaning.
  public var digest: PolicyDigest { storage.digest }
  /// The files that the policy's positions refer to, with what stands in them.
  public var sources: SourceMap { storage.document.sources }
  /// The document that the policy was made from.
  public var document: PolicyDocument { storage.document }
}
