/// Finds the text of the policies that others extend.
///
/// The reader itself opens no file; whoever hands the finder in decides what can be reached.
public struct PolicyFinder: Sendable {
  /// What looking for a policy came to.
  public enum Finding: Sendable {
    /// Its text, and the name to show and to resolve further references from.
    case found(name: String, bytes: [UInt8])
    /// Nothing, for the reason given: lower case, without a full stop.
    case notFound(String)
  }

  let find: @Sendable (_ reference: String, _ extending: String) -> Finding

  /// Creates a finder from a function that looks policies up.
  ///
  /// - Parameter find: is called with what `extends` says and the name of the file that says it;
  ///   can be called on any thread.
  public init(_ find: @escaping @Sendable (_ reference: String, _ extending: String) -> Finding) {
    self.find = find
  }

  /// What this finder finds, for one that hands on what it does not know itself.
  package func found(_ reference: String, _ extending: String) -> Finding {
    find(reference, extending)
  }

  /// A finder that finds nothing.
  public static var none: PolicyFinder {
    PolicyFinder { _, _ in .notFound("no policies can be extended here") }
  }
}
