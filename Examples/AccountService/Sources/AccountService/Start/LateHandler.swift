internal import Synchronization

/// A handler that is set after the server has started, because the handler depends on the server's
/// port.
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
