public import LinkPolicy
public import LinkPolicyDiagnostics
internal import LinkPolicyPresets
public import LinkPolicyStore
internal import LinkPolicyYAML

/// The conformance suite for stores: the suite plays vectors on a store and describes the duties that the store does
/// not meet.
///
/// The store settles each attempt, and the suite compares the answers with the expectations of the vector. An in-memory
/// store applies the same change sets. After each change set, a second connection reads all rows. The suite attributes
/// a difference to the write that most likely caused the difference. For each kind of requirement that no longer holds,
/// the suite then commits the change set again, and the store must refuse the commit. Each password has a different
/// hash, so that a store that keeps an old hash is detected. After each new password, the suite writes the method again
/// without a password, and the hash must remain. At the end of each vector, the suite writes every kind of row and
/// rolls back, and no change may remain.
///
/// The suite detects a fault only if a vector exercises the faulty duty. `StoreReport.unasked` lists the duties that no
/// vector exercised: writes, kinds of requirements, and situations. In some situations, such as setting a label that
/// already has a value, a careless implementation of a write produces wrong rows. The suites `facts`, `hardened`,
/// `unrelated`, `firebase-emulator-rules` and `stores` together exercise all duties. The list of situations is
/// incomplete, so a fault in another situation can remain undetected. For example, no situation covers a key that is
/// linked again after its account was deleted.
///
/// The suite does not test durations, guessable ids or concurrent connections (Docs/Stores.md describes the tests for
/// races). The suite also ignores rows that no function of a store reads, such as a service's refresh tokens.
///
/// No decision depends on the order of labels, of the holders of an address, or of the sessions that a deletion ends,
/// so the comparison ignores the order of these lists. The comparison also ignores the order of listed rows and of the
/// outbox. The comparison includes the order of methods, because people see the methods in this order.
///
/// The suite opens the store twice. Both connections to the store must use the same rows, and no other process may use
/// the store. If the second connection does not see a row that the first connection has committed, the suite plays no
/// vector and reports the missing row.
public struct StoreConformance: Sendable {
  /// The policy for all vectors, in place of the policies that the vectors name; nil to use the named policies.
  public var policy: Policy?

  /// Creates the conformance suite.
  ///
  /// - Parameter policy: replaces the policies of all vectors. Without a policy, each vector uses the policy that the
  ///   vector names: a shipped policy, or a file in the folder of its suite.
  public init(policy: Policy? = nil) {
    self.policy = policy
  }

  /// Plays vector files on a store.
  ///
  /// - Parameters:
  ///   - paths: vector files, folders of such files, or folders with a manifest.
  ///   - open: opens a connection to the store. The suite calls the closure twice, and the second connection reads the
  ///     rows that the first connection has committed. Both connections must use the same rows: one file or server, not
  ///     `:memory:` twice. The suite removes all rows before each vector.
  /// - Returns: the results.
  /// - Throws: an `InvalidInput` if a file cannot be read, or the policy of a vector cannot be used.
  public func check<Store: CheckedStore & ~Copyable>(
    _ paths: [String], on open: () throws(StoreError) -> Store
  ) throws(InvalidInput) -> StoreReport {
    check(try cases(at: paths), on: open)
  }

  /// A case with the policy that decides its attempts.
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

/// Two connections to one store: the tested connection, and an observer of committed rows.
struct ConnectionPair<Store: CheckedStore & ~Copyable>: ~Copyable {
  var store: Store
  var observer: Store

  /// Opens both connections to the store.
  ///
  /// - Throws: the error of `open`.
  init(_ open: () throws(StoreError) -> Store) throws(StoreError) {
    let first = try open()
    let second = try open()
    store = first
    observer = second
  }

  /// Checks that the second connection reads a row that the first connection has committed.
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

  /// Returns the policy of a case: a shipped policy, or a file in the folder of the case's suite.
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
