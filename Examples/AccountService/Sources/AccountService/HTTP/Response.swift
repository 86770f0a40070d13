/// An HTTP response.
struct Response: Sendable {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// Creates a response with a text as its body.
  ///
  /// - Parameters:
  ///   - status: the HTTP status code.
  ///   - type: the media type.
  ///   - text: the body.
  init(_ status: Int, _ type: String, _ text: String) {
    self.status = status
    headers = [("Content-Type", type)]
    body = Array(text.utf8)
  }

  private init(status: Int) {
    self.status = status
  }

  /// Returns a redirect, which the browser follows with a GET request.
  static func redirect(to place: String) -> Response {
    var response = Response(status: 303)
    response.headers.append(("Location", place))
    return response
  }

  /// Returns a short plain text that explains what is wrong with a request.
  static func problem(_ status: Int, _ text: String) -> Response {
    Response(status, "text/plain; charset=utf-8", text + "\n")
  }

  /// Sets a cookie that scripts cannot read and that requests from other sites do not carry.
  ///
  /// The cookie is not marked `Secure`, because the example uses no TLS and is reachable only from
  /// this machine.
  mutating func setCookie(_ name: String, _ value: String) {
    headers.append(("Set-Cookie", "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict"))
  }

  /// Deletes a cookie from the browser.
  mutating func clearCookie(_ name: String) {
    headers.append(("Set-Cookie", "\(name)=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"))
  }

  /// Adds the security headers of the pages, unless the response already has these headers.
  ///
  /// - Parameter targets: the origins to which forms lead, in addition to the origin of the page.
  mutating func secure(formsMayLeadTo targets: [String] = []) {
    guard !headers.contains(where: { $0.name == "Content-Security-Policy" }) else { return }
    let forms = (["'self'"] + targets).joined(separator: " ")
    headers += [
      (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; form-action \(forms); frame-ancestors 'none'; base-uri 'none'"
      ),
      ("X-Content-Type-Options", "nosniff"),
      ("X-Frame-Options", "DENY"),
      // A link from a mail contains a secret path, so only the origin is sent. Without an origin,
      // posts would be rejected.
      ("Referrer-Policy", "strict-origin"),
      ("Cache-Control", "no-store"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
    ]
  }
}
