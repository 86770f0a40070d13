internal import Synchronization

/// A handler that is known only after the server listens, since it has to know the port.
final class LateHandler: Sendable {
  private let handler = Mutex<HTTPServer.Handler?>(nil)

  func set(_ new: @escaping HTTPServer.Handler) {
    handler.withLock { $0 = new }
  }

  func answer(_ request: Request) -> Response {
    guard let known = handler.withLock({ $0 }) else {
      return .problem(503, "the service is starting: try again")
    }
    return known(request)
  }
}
