public import LinkPolicy

/// The reason why a store did not settle an attempt or commit a change set.
///
/// The functions that a store implements throw only ``conflict(_:)`` and ``failed(_:)``. The functions that a store
/// inherits, such as ``AccountStore/settle(_:by:under:policy:method:passwordHash:once:retries:telling:)``, also throw
/// the other cases, such as ``requirement(_:)``. Nothing was written, except possibly after ``uncertain(_:)``.
public enum StoreError: Error, Sendable {
  /// Another transaction came first, so this transaction wrote nothing.
  ///
  /// A retry may succeed.
  ///
  /// For example, the database is locked, or another transaction has just inserted the same key into a unique index.
  case conflict(String)
  /// The store cannot execute the operation, and a retry would fail too.
  case failed(String)
  /// The caller cannot know whether the commit succeeded, for example because the connection was lost.
  ///
  /// Retry with the same id. If you settled the attempt without an id, do not retry.
  case uncertain(String)
  /// The store gave an impossible answer, such as the id of a missing account, or the change set contradicts itself.
  case inconsistent(String)
  /// The attempt or an argument is invalid, or the store's answers contradict each other.
  case input(InputError)
  /// A requirement of the change set no longer holds, so the caller must look up and decide again.
  case requirement(Requirement)
  /// Every try ended in a conflict or in answers from different moments; `last` is the message of the last try.
  case busy(tries: Int, last: String)

  /// A description of the error in one line, in lower case, with ids and input in backticks.
  public var description: String {
    switch self {
    case .conflict(let message), .failed(let message), .uncertain(let message),
      .inconsistent(let message):
      message
    case .input(let error): error.message
    case .requirement(let requirement): "no longer so: " + requirement.description
    case .busy(let tries, let last): "given up after " + String(tries) + " tries: " + last
    }
  }
}

extension StoreError {
  /// Whether `settle` repeats the transaction after this error.
  ///
  /// The repeated transaction looks up again, and can get other answers.
  ///
  /// The value is false for ``requirement(_:)``, which `settle` throws only if another try would fail too. If another
  /// try can satisfy the requirement, the transaction throws ``conflict(_:)`` instead.
  var isPassing: Bool {
    switch self {
    case .conflict: true
    case .input(let error): error.reason == .torn
    case .failed, .uncertain, .inconsistent, .requirement, .busy: false
    }
  }
}
