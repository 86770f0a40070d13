internal import Synchronization

/// The visits, by the digest of the cookie that a browser has.
final class Visits: Sendable {
  private static var most: Int { 2000 }
  private static var longest: Int { 86_400 }

  private let clock: Clock
  private let visits = Mutex<[String: Visit]>([:])

  init(clock: Clock) {
    self.clock = clock
  }

  /// Begins a visit, and returns what its cookie is; the one that was used longest ago is forgotten where there are many.
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

  /// Uses the visit of a cookie; nil where there is none.
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
