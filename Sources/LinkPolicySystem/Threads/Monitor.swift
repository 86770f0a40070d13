#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A value that several threads change one after the other, and whose changes they can wait for.
///
/// Every access holds the lock; whoever waits is woken after each change.
@safe
package final class Monitor<Value>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe change.initialize(to: pthread_cond_t())
    precondition(unsafe pthread_mutex_init(lock, nil) == 0, "the system gives a lock")
    precondition(unsafe pthread_cond_init(change, nil) == 0, "the system gives a condition")
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe pthread_mutex_destroy(lock)
    unsafe change.deallocate()
    unsafe lock.deallocate()
  }

  /// Changes the value, and wakes whoever waits.
  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    let result = body(&value)
    unsafe pthread_cond_broadcast(change)
    return result
  }

  /// Takes something out of the value as soon as there is something to take.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&value) {
        return result
      }
      unsafe pthread_cond_wait(change, lock)
    }
  }
}
