public import LinkPolicy

/// Why an attempt was not settled, or a change set not committed.
///
/// A store throws ``conflict(_:)`` and ``failed(_:)``; the other cases are made by
/// ``AccountStore/settle(_:by:under:policy:method:passwordHash:once:retries:telling:)`` and
/// ``AccountStore/commit(_:under:passwordHash:)``. After any of them but ``uncertain(_:)`` nothing was written.
public enum StoreError: Error, Sendable {
  /// Another transaction came first, and the store took nothing of this one: the same may well succeed next time.
  ///
  /// For a store: a database that is locked, a serialization failure, a unique index that another transaction filled.
  case conflict(String)
  /// The store cannot do what it was asked, and will not by being asked again.
  case failed(String)
  /// The commit was asked for, and it is not known whether it took place.
  ///
  /// Only an attempt that was settled with an id can be settled again: with the same id.
  case uncertain(String)
  /// The store gave an answer that no store can give, such as the id of an account that it does not have.
  case inconsistent(String)
  /// A fault of the caller, or answers that contradict each other.
  case input(InputError)
  /// What a change set requires is not so any more: look up and decide again.
  case requirement(Requirement)
  /// Each of so many tries met a conflict; `last` says what the last one met.
  case busy(tries: Int, last: String)

  /// What is wrong, in one line, in lower case, with ids and input in backticks.
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
  /// Whether a look-up that is made again may be answered otherwise, so that another try is not in vain.
  ///
  /// A requirement is handled by whoever knows whether the look-up asked for it.
  var isPassing: Bool {
    switch self {
    case .conflict: true
    case .input(let error): error.reason == .torn
    case .failed, .uncertain, .inconsistent, .requirement, .busy: false
    }
  }
}
