internal import CMicroHTTPD

/// An HTTP server on 127.0.0.1, which runs libmicrohttpd with a pool of threads.
@safe
final class HTTPServer: @unchecked Sendable {
  /// A function that answers a request, and that several threads call concurrently.
  typealias Handler = @Sendable (Request) -> Response

  private let handler: Handler
  /// Set once, before any other code receives the server.
  private var daemon: OpaquePointer?

  /// The port on which the server listens.
  var port: UInt16 {
    unsafe daemon.map { unsafe account_service_port($0) } ?? 0
  }

  private init(_ handler: @escaping Handler) {
    self.handler = handler
  }

  /// Starts a server; returns nil if the port is in use.
  ///
  /// - Parameters:
  ///   - port: the port; 0 for any free port.
  ///   - handler: the function that answers requests, on several threads concurrently.
  /// - Returns: the server, which already listens.
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

  /// Answers the received requests, and accepts no further connections.
  func stop() {
    if let running = unsafe daemon {
      unsafe MHD_stop_daemon(running)
    }
    unsafe daemon = nil
  }

  deinit {
    stop()
  }

  /// Receives the head of a request, then each part of the body, and finally the end of the body.
  private func take(
    _ connection: OpaquePointer, _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
    _ upload: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>,
    _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let known = unsafe kept.pointee else {
      let exchange = unsafe HTTPExchange(of: connection, url, method)
      unsafe kept.pointee = unsafe Unmanaged.passRetained(exchange).toOpaque()
      // If the declared length of a body is too large, the server answers without waiting for the
      // body.
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
