internal import Synchronization

/// The visits of all browsers, by the digests of the browsers' cookies.
final class Visits: Sendable {
  private static var most: Int { 2000 }
  private static var longest: Int { 86_400 }

  private let clock: Clock
  private let visits = Mutex<[String: Visit]>([:])

  init(clock: Clock) {
    self.clock = clock
  }

  /// Starts a visit and returns its cookie; if there are too many visits, forgets old visits.
  func begin() -> String {
    let cookie = Random.token()
    let now = clock.now
    visits.withLock { visits in
      if visits.count >= Self.most {
        visits = visits.filter { now - $0.value.lastUsed < Self.longest }
      }
      if visits.count >= Self.most,
        let oldest = visits.min(by: { $0.value.lastUsed < $1.value.lastUsed })
      {
        visits[oldest.key] = nil
      }
      visits[Secret.id(of: cookie)] = Visit(lastUsed: now)
    }
    return cookie
  }

  /// Calls a function with the visit of a cookie; returns nil if there is no such visit.
  func use<Value: Sendable>(_ cookie: String?, _ body: (inout Visit) -> Value) -> Value? {
    guard let cookie else { return nil }
    let id = Secret.id(of: cookie)
    let now = clock.now
    return visits.withLock { visits -> Value? in
      guard var visit = visits[id] else { return nil }
      visit.lastUsed = now
      let value = body(&visit)
      visits[id] = visit
      return value
    }
  }
}
