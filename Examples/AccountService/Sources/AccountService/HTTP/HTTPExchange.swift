internal import CMicroHTTPD

/// A request that libmicrohttpd reads in parts; libmicrohttpd keeps the object between its calls, which never overlap.
@safe
final class HTTPExchange {
  private(set) var request: Request
  private var dropped = 0

  /// Reads the head of a request.
  init(
    of connection: OpaquePointer, _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?
  ) {
    let word = unsafe method.map { unsafe String(cString: $0) } ?? ""
    let known: Request.Method =
      switch word {
      case "GET": .get
      case "POST": .post
      default: .other
      }
    request = Request(method: known, path: unsafe url.map { unsafe String(cString: $0) } ?? "/")
    for (name, value) in unsafe Self.values(.HEADER_KIND, of: connection) {
      request.headers.append(name, value)
    }
    for (name, value) in unsafe Self.values(.COOKIE_KIND, of: connection) {
      request.cookies.append(name, value)
    }
    for (name, value) in unsafe Self.values(.GET_ARGUMENT_KIND, of: connection) {
      request.query.append(name, value)
    }
    if let length = request.headers["Content-Length"] {
      request.isTooLarge = (Int(length) ?? Int.max) > Request.longestBody
    }
  }

  /// Adds a part of the body; returns false if the client sends too much data even for an oversized body.
  func append(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Bool {
    if request.isTooLarge || request.body.count + count > Request.longestBody {
      request.isTooLarge = true
      request.body = []
      dropped += count
      return dropped <= 8 * Request.longestBody
    }
    unsafe request.body += UnsafeRawBufferPointer(start: bytes, count: count)
    return true
  }

  private static func values(
    _ kind: MHD_ValueKind, of connection: OpaquePointer
  ) -> [(String, String)] {
    var found: [(String, String)] = []
    unsafe withUnsafeMutablePointer(to: &found) { list in
      _ = unsafe MHD_get_connection_values(
        connection, kind,
        { context, _, name, value in
          guard let context = unsafe context, let name = unsafe name else { return .NO }
          let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
          unsafe context.assumingMemoryBound(to: [(String, String)].self).pointee.append(
            (String(cString: name), text))
          return .YES
        }, list)
    }
    return found
  }
}
