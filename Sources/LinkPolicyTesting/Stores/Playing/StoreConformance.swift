public import LinkPolicy
public import LinkPolicyDiagnostics
public import LinkPolicyStore

/// Plays vectors on a store, and says in words what the store forgets.
///
/// Each attempt is settled by the store. What the vector expects is compared with what comes of it; and beside the store stands one
/// in memory, which carries the same change sets out: after each, all rows are read by a second connection, and a
/// difference is told with the write that should have made it. Then what the set required and what is no longer so
/// is required once more, of the set committed again: the store has to refuse it. Each password has a hash of its own, and a
/// method that has just been given one is put again without. At the end of each vector every kind of row is written and rolled
/// back: nothing of it may be there.
///
/// A store can only be seen to forget what vectors ask of it. `StoreReport.unasked` says what they did not: each write, what a set can require,
/// and the situations in which a write that is carried out carelessly comes to something else, such as a label in the place of
/// another value. Played together, the suites `facts`, `hardened`, `unrelated`, `firebase-emulator-rules` and `stores` ask all of them.
/// The list of situations is no proof: a fault that only shows where nobody thought of, such as a key that is linked again after its
/// account has gone, can pass.
///
/// What is not looked at: how long anything takes; ids that somebody could guess; what two connections do at once, which races show
/// (Docs/Stores.md); and rows that nobody can read by the functions of a store, such as refresh tokens of a service's own.
///
/// Not compared is the order of labels, of the accounts that hold an address, of the sessions that a deletion ends, of listed rows
/// and of the outbox: no decision uses it. The order of methods is compared, since it is the order in which a person sees them.
///
/// The store is opened twice, and both connections must be to the same rows, which nothing else uses. Before the first vector this is
/// checked: if the second connection does not see a row that the first has committed, no vector is played and the report says so.
public struct StoreConformance: Sendable {
  /// Decides in the place of the policies that vectors name; nil for those.
  public var policy: Policy?

  /// Creates what plays vectors.
  ///
  /// - Parameter policy: decides in the place of the policies that vectors name: shipped ones, and files in the folder of
  ///   their suite; those decide if it is nil.
  public init(policy: Policy? = nil) {
    self.policy = policy
  }

  /// Plays vector files on a store.
  ///
  /// - Parameters:
  ///   - paths: files of vectors, and folders of such files or with a manifest.
  ///   - open: opens a connection to the store. It is called twice: the second connection reads what the first has committed,
  ///     so both must be to the same rows (one file or server; not `:memory:` twice). All rows are removed, vector by vector.
  /// - Returns: what came of it.
  /// - Throws: an `InvalidInput` where a file cannot be read, or the policy of a vector cannot be used.
  public func check<Store: CheckedStore & ~Copyable>(
    _ paths: [String], on open: () throws(StoreError) -> Store
  ) throws(InvalidInput) -> StoreReport {
    check(try cases(at: paths), on: open)
  }

  /// A case, and the policy that it is played under.
  package struct Case: Sendable {
    package var vector: VectorCase
    /// Nil for a text that must be refused, which asks nothing of a store.
    package var policy: Policy?
  }

  /// Reads the cases of vector files, with their policies.
  package func cases(at paths: [String]) throws(InvalidInput) -> [Case] {
    var policies = SuitePolicies(policy)
    var cases: [Case] = []
    for path in paths {
      for file in try VectorFiles.at(path).found {
        try VectorReader.read(file) { (vector: VectorCase) throws(InvalidInput) in
          let policy = vector.sequence == nil ? nil : try policies.policy(of: vector)
          cases.append(Case(vector: vector, policy: policy))
        }
      }
    }
    return cases
  }

  /// Plays cases on a store.
  package func check<Store: CheckedStore & ~Copyable>(
    _ cases: [Case], on open: () throws(StoreError) -> Store
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
      var play = StorePlay(vector, sequence, under: policy)
      play.run(on: &connections.store, seenBy: &connections.observer)
      play.tell(&report)
    }
    return report
  }
}
