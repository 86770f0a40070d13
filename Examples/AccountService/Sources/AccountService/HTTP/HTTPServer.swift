internal import CMicroHTTPD

/// A server of libmicrohttpd on 127.0.0.1, with threads of its own.
@safe
final class HTTPServer: @unchecked Sendable {
  /// Answers a request; called on several threads at once.
  typealias Handler = @Sendable (Request) -> Response

  private let handler: Handler
  /// Set once, before anybody else has the server.
  private var daemon: OpaquePointer?

  /// The port that is listened on.
  var port: UInt16 {
    unsafe daemon.map { unsafe account_service_port($0) } ?? 0
  }

  private init(_ handler: @escaping Handler) {
    self.handler = handler
  }

  /// Listens; nil where the port is taken.
  ///
  /// - Parameters:
  ///   - port: the port; 0 for any that is free.
  ///   - handler: answers requests, on several threads at once.
  /// - Returns: the server, which listens already.
  static func listening(on port: UInt16, _ handler: @escaping Handler) -> HTTPServer? {
    let server = HTTPServer(handler)
    let context = unsafe Unmanaged.passUnretained(server).toOpaque()
    unsafe server.daemon = unsafe account_service_listen(
      port, 4,
      { context, connection, url, method, _, upload, size, kept in
        guard let context = unsafe context, let connection = unsafe connection,
          let size = unsafe size, let kept = unsafe kept
        else { return .NO }
        let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
        return unsafe server.take(connection, url, method, upload, size, kept)
      },
      { _, _, kept, _ in
        if let kept = unsafe kept, let exchange = unsafe kept.pointee {
          unsafe Unmanaged<HTTPExchange>.fromOpaque(exchange).release()
          unsafe kept.pointee = nil
        }
      }, context)
    return unsafe server.daemon == nil ? nil : server
  }

  /// Answers what came, and takes nothing more.
  func stop() {
    if let running = unsafe daemon {
      unsafe MHD_stop_daemon(running)
    }
    unsafe daemon = nil
  }

  deinit {
    stop()
  }

  /// Called with the head of a request, then with each part of its body, then once more.
  private func take(
    _ connection: OpaquePointer, _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
    _ upload: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>,
    _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let known = unsafe kept.pointee else {
      let exchange = unsafe HTTPExchange(of: connection, url, method)
      unsafe kept.pointee = unsafe Unmanaged.passRetained(exchange).toOpaque()
      // A body that says itself that it is too large is not waited for.
      return exchange.request.isTooLarge
        ? unsafe send(.problem(413, "the body is too large"), on: connection) : .YES
    }
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(known).takeUnretainedValue()
    let count = unsafe size.pointee
    guard count > 0, let upload = unsafe upload else {
      return unsafe send(answer(to: exchange.request), on: connection)
    }
    unsafe size.pointee = 0
    return unsafe exchange.append(upload, count) ? .YES : .NO
  }

  private func answer(to request: Request) -> Response {
    if request.isTooLarge {
      return .problem(413, "the body is too large")
    }
    return handler(request)
  }

  private func send(_ response: Response, on connection: OpaquePointer) -> MHD_Result {
    var body = response.body
    let made = unsafe body.withUnsafeMutableBytes { bytes in
      unsafe MHD_create_response_from_buffer(
        bytes.count, bytes.baseAddress, .RESPMEM_MUST_COPY)
    }
    guard let made = unsafe made else { return .NO }
    defer { unsafe MHD_destroy_response(made) }
    for (name, value) in response.headers {
      guard unsafe MHD_add_response_header(made, name, value) == .YES else { return .NO }
    }
    return unsafe MHD_queue_response(connection, UInt32(response.status), made)
  }
}
