public import LinkPolicy

/// What a suite says of itself in its `suite.json`: which files it has, and how to know them.
///
/// Read from a file by `SuiteFolder`; paths are checked to stay below the folder, but nothing
/// here opens a file.
public struct SuiteManifest: Sendable {
  /// Where ids come from.
  public enum IDs: String, Sendable, CaseIterable {
    /// Given by the tool, and never used again.
    case assigned
    /// A prefix and a hash of the case's inputs.
    case inputs
  }

  /// What can go wrong where a case with a flag fails.
  public enum BugType: String, Sendable, CaseIterable {
    /// A stranger gets into an account.
    case accountTakeover = "ACCOUNT_TAKEOVER"
    /// Two people share an account.
    case wrongMerge = "WRONG_MERGE"
    /// Somebody no longer gets into the own account.
    case lockout = "LOCKOUT"
    /// Something of an account is gone.
    case dataLoss = "DATA_LOSS"
    /// Something does not work.
    case functionality = "FUNCTIONALITY"
    /// A text is read wrongly.
    case parser = "PARSER"
    /// Somebody learns what is none of their business.
    case privacy = "PRIVACY"
  }

  /// A property that cases can be made to exercise.
  public struct Flag: Sendable {
    /// The name that cases give.
    public var name: String
    /// What can go wrong.
    public var bugType: BugType
    /// What it is about.
    public var description: String
    /// Where to read more.
    public var links: [String]
  }

  /// The former name of ``SuitePolicy``.
  @available(*, deprecated, renamed: "SuitePolicy")
  public typealias Policy = SuitePolicy

  /// A policy that cases name, and the digest it had when the suite was made.
  public struct SuitePolicy: Sendable {
    /// The policy's own name.
    public var name: String
    /// The SHA-256 of its meaning, in hexadecimal.
    public var digest: String
    /// Where the digest stands.
    public var position: SourcePosition

    /// Creates the entry of a policy.
    package init(name: String, digest: String, position: SourcePosition) {
      self.name = name
      self.digest = digest
      self.position = position
    }
  }

  /// A file of the suite.
  public struct Shard: Sendable {
    /// The path from the suite's folder.
    public var path: String
    /// The part of the suite that its cases belong to.
    public var tier: Tier
    /// The number of its cases.
    public var count: Int
    /// The SHA-256 of its bytes, in hexadecimal.
    public var sha256: String
    /// Where the path stands.
    public var position: SourcePosition

    /// Creates the entry of a file.
    package init(path: String, tier: Tier, count: Int, sha256: String, position: SourcePosition) {
      self.path = path
      self.tier = tier
      self.count = count
      self.sha256 = sha256
      self.position = position
    }
  }

  /// What made a generated suite.
  public struct Generator: Sendable {
    /// The program.
    public var name: String
    /// The release of the program that made it; nil where that was not recorded.
    public var version: String?
    /// The number that the choices follow from.
    public var seed: Int?
    /// What makes the same bytes again.
    public var command: String?
  }

  /// The format that this package reads and writes.
  public static var format: String { "linkpolicy-vectors/1" }

  /// The name.
  public var suite: String
  /// The version, three numbers; one that changes an expectation raises the first.
  public var version: String
  /// One line about it.
  public var title: String?
  /// The licence of the cases.
  public var license: String?
  /// Where ids come from.
  public var ids: IDs
  /// What ids begin with.
  public var idPrefix: String?
  /// The marks by which cases are left out or picked, each explained.
  public var flags: [Flag]
  /// The policies that cases name.
  public var policies: [SuitePolicy]
  /// The files, in the order in which they are read.
  public var shards: [Shard]
  /// The ids that are never used again, in order.
  public var retired: [String]
  /// The path of the index of body hashes from the suite's folder.
  public var index: String?
  /// What made it.
  public var generator: Generator?
  /// The file it was read from, for positions.
  public var sources: SourceMap

  /// A manifest of no shard yet.
  package init(suite: String, ids: IDs, idPrefix: String?) {
    self.suite = suite
    self.ids = ids
    self.idPrefix = idPrefix
    version = "1.0.0"
    flags = []
    policies = []
    shards = []
    retired = []
    index = ids == .assigned ? "index.json" : nil
    sources = SourceMap()
  }
}
