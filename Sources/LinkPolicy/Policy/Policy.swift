/// A policy that is ready to decide: checked, immutable, safe to share between threads.
///
/// Made from a ``PolicyDocument``. A policy with a gap, an undeclared overlap or an effect that
/// could fail is not made; every finding is in the error. Deciding neither reads a clock nor
/// draws a random number.
public struct Policy: Sendable {
  /// What it was compiled to, for the tools that look at all of it.
  package let storage: PolicyStorage

  /// The findings that did not keep the policy from being made: warnings and notes.
  public let warnings: [Diagnostic]

  /// Compiles a document.
  ///
  /// Throws an ``InvalidInput`` with every finding where one is an error.
  public init(_ document: PolicyDocument) throws(InvalidInput) {
    self = try Policy.withCells(document).policy
  }

  /// Compiles a document and keeps what can occur, for who looks at the cells next.
  package static func withCells(
    _ document: PolicyDocument
  ) throws(InvalidInput) -> (policy: Policy, cells: CellMaker) {
    var compiler = PolicyCompiler(document)
    guard let storage = compiler.compile(), let checker = compiler.checker else {
      throw InvalidInput(compiler.sortedFindings, in: document.sources)
    }
    let policy = Policy(storage: storage, warnings: compiler.sortedFindings)
    return (policy, CellMaker(policy, checker))
  }

  private init(storage: PolicyStorage, warnings: [Diagnostic]) {
    self.storage = storage
    self.warnings = warnings
  }

  /// A policy that was compiled knowing parts of another.
  init(storage: PolicyStorage) {
    self.init(storage: storage, warnings: [])
  }

  /// The name.
  public var name: String { storage.name.text }
  /// One line about the policy.
  public var title: String { storage.title.text }
  /// The digest of the policy's meaning.
  public var digest: PolicyDigest { storage.digest }
  /// The files that the policy's positions refer to.
  public var sources: SourceMap { storage.sources }
  /// The document that the policy was made from.
  public var document: PolicyDocument { storage.document }
}
