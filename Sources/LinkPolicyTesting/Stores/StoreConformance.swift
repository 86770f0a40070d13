public import LinkPolicy
public import LinkPolicyDiagnostics
internal import LinkPolicyPresets
public import LinkPolicyStore
internal import LinkPolicyYAML

/// The conformance suite for stores: it plays vectors on a store and describes the duties that the store does
/// not meet.
///
/// The store settles each attempt, and the answers are compared with the expectations of the vector. An
/// in-memory store applies the same change sets. After each change set, a second connection reads all rows,
/// and a difference is attributed to the write that should have caused it. The change set is then committed
/// again with each requirement that no longer holds: the store must refuse it. Each password has a different
/// hash, and a method with a new password is stored again without one. At the end of each vector, every kind
/// of row is written and rolled back.
///
/// A difference is only detected if a vector exercises it. `StoreReport.unasked` lists the duties
/// that no vector exercised: writes, kinds of requirements, and situations. In some situations,
/// such as setting a label that already has a value, a careless implementation of a write produces
/// wrong rows. The suites `facts`, `hardened`, `unrelated`, `firebase-emulator-rules` and `stores`
/// together exercise all duties. The list of situations is not a proof. A fault in another
/// situation can remain undetected, such as linking a key again after its account is deleted.
///
/// Durations, guessable ids and concurrent connections are not tested (Docs/Stores.md describes the
/// tests for races). Rows that no function of a store reads, such as a service's refresh tokens,
/// are also not tested.
///
/// No decision depends on the order of labels, of the holders of an address, or of the sessions that a deletion ends.
/// The comparison ignores these orders, and the order of listed rows and of the outbox. The order of methods is
/// compared, because people see it.
///
/// The store is opened twice. Both connections must use the same rows, and no other process may use them. If
/// the second connection does not see a row that the first has committed, no vector is played, and the report
/// contains that failure.
public struct StoreConformance: Sendable {
  /// The policy for all vectors, in place of the policies that they name; nil to use those.
  public var policy: Policy?

  /// Creates the conformance suite.
  ///
  /// - Parameter policy: replaces the policies of all vectors. If it is nil, the vectors use their policies:
  ///   shipped ones, or files in the folder of their suite.
  public init(policy: Policy? = nil) {
    self.policy = policy
  }

  /// Plays vector files on a store.
  ///
  /// - Parameters:
  ///   - paths: vector files, folders of such files, or folders with a manifest.
  ///   - open: opens a connection to the store. It is called twice, and the second connection reads the rows
  ///     that the first has committed. Both must use the same rows: one file or server, not `:memory:` twice.
  ///     All rows are removed before each vector.
  /// - Returns: the results.
  /// - Throws: an `InvalidInput` if a file cannot be read, or the policy of a vector cannot be used.
  public func check<Store: CheckedStore & ~Copyable>(
    _ paths: [String], on open: () throws(StoreError) -> Store
  ) throws(InvalidInput) -> StoreReport {
    check(try cases(at: paths), on: open)
  }

  /// A case with the policy under which it is played.
  package struct StoreCase: Sendable {
    package var vector: VectorCase
    /// The policy; nil for a text that must be rejected, which does not use the store.
    package var policy: Policy?
  }

  /// Reads the cases of vector files, with their policies.
  package func cases(at paths: [String]) throws(InvalidInput) -> [StoreCase] {
    var policies = SuitePolicies(policy)
    var cases: [StoreCase] = []
    for path in paths {
      for file in try VectorFiles.at(path).found {
        try VectorReader.read(file) { (vector: VectorCase) throws(InvalidInput) in
          let policy = vector.sequence == nil ? nil : try policies.policy(of: vector)
          cases.append(StoreCase(vector: vector, policy: policy))
        }
      }
    }
    return cases
  }

  /// Plays cases on a store.
  package func check<Store: CheckedStore & ~Copyable>(
    _ cases: [StoreCase], on open: () throws(StoreError) -> Store
  ) -> StoreReport {
    var report = StoreReport()
    var connections: ConnectionPair<Store>
    do throws(StoreError) {
      connections = try ConnectionPair(open)
    } catch {
      report.fail("the first", "the store cannot be opened: " + error.description)
      return report
    }
    do throws(StoreError) {
      if let problem = try connections.problem() {
        report.fail("the connections", problem)
        return report
      }
    } catch {
      report.fail("the connections", "an account cannot be added and read: " + error.description)
      return report
    }
    for item in cases {
      let vector = item.vector
      guard let sequence = vector.sequence, let policy = item.policy, vector.known.isEmpty else {
        report.passedOver += 1
        continue
      }
      var play = StorePlay(vector, sequence: sequence, under: policy)
      play.run(on: &connections.store, seenBy: &connections.observer)
      play.tell(&report)
    }
    return report
  }
}

/// Two connections to one store: the tested one, and an observer of committed rows.
struct ConnectionPair<Store: CheckedStore & ~Copyable>: ~Copyable {
  var store: Store
  var observer: Store

  /// Opens both connections.
  ///
  /// - Throws: the error of `open`.
  init(_ open: () throws(StoreError) -> Store) throws(StoreError) {
    let first = try open()
    let second = try open()
    store = first
    observer = second
  }

  /// Checks that the second connection reads a row that the first has committed.
  ///
  /// - Returns: the problem; nil if the connections share their rows. If neither connection has the row, the result is
  ///   nil too, because the vectors detect this fault.
  /// - Throws: the error of a connection.
  mutating func problem() throws(StoreError) -> String? {
    let id = "seen-by-both"
    try store.written { (store) throws(StoreError) in
      try store.clear()
      try store.add(Account(id: id))
    }
    let isWritten = try store.read { (store) throws(StoreError) in try store.account(id) != nil }
    let isSeen = try observer.read { (store) throws(StoreError) in try store.account(id) != nil }
    guard isWritten, !isSeen else { return nil }
    return
      "`open` is called twice, and its two connections do not share their rows: the second does not see an account that the "
      + "first has committed; open both to one database, such as one file, and not `:memory:` twice"
  }
}

/// The policies of vectors, each loaded once.
struct SuitePolicies {
  private let override: Policy?
  private var known: [(name: String, policy: Policy)] = []

  init(_ override: Policy?) {
    self.override = override
  }

  /// Returns the policy of a case: a shipped one, or a file in the folder of its suite.
  mutating func policy(of vector: VectorCase) throws(InvalidInput) -> Policy {
    if let override { return override }
    let isPath = PolicyFinder.isPath(vector.policy)
    let name = isPath ? try Self.path(of: vector) : vector.policy
    if let loaded = known.first(where: { $0.name.hasSameBytes(as: name) }) {
      return loaded.policy
    }
    let policy: Policy
    if isPath {
      policy = try Policy(yamlFile: name, names: Presets.finder)
    } else if let shipped = Presets.policy(named: name) {
      policy = shipped
    } else {
      throw Presets.unknown(name)
    }
    known.append((name, policy))
    return policy
  }

  private static func path(of vector: VectorCase) throws(InvalidInput) -> String {
    do throws(ConfinedPath.PathRefusal) {
      let root = VectorFiles.root(of: vector.file)
      return try ConfinedPath(vector.policy, in: vector.file, root: root).resolved
    } catch {
      throw InvalidInput(
        [
          Diagnostic(
            .unreadableFile, .error,
            "the policy `\(vector.policy)` of the case `\(vector.id)` cannot be used: "
              + error.reason, at: vector.position,
            help: "a case's policy must be in the folder of its suite or below")
        ], in: SourceMap(files: [SourceMap.File(name: vector.file)]))
    }
  }
}
