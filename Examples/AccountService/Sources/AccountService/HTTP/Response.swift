/// What is answered to a request.
struct Response: Sendable {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// A text in one of the forms that this service sends.
  ///
  /// - Parameters:
  ///   - status: the number of the status.
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

  /// Sends the browser elsewhere, by a request without a body.
  static func redirect(to place: String) -> Response {
    var response = Response(status: 303)
    response.headers.append(("Location", place))
    return response
  }

  /// A short text that says what is wrong with a request.
  static func problem(_ status: Int, _ text: String) -> Response {
    Response(status, "text/plain; charset=utf-8", text + "\n")
  }

  /// Sets a cookie that scripts cannot read and that no other site's request carries.
  ///
  /// It is not marked `Secure`, since the example is reached without TLS, on this machine alone.
  mutating func setCookie(_ name: String, _ value: String) {
    headers.append(("Set-Cookie", "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict"))
  }

  /// Takes a cookie back.
  mutating func clearCookie(_ name: String) {
    headers.append(("Set-Cookie", "\(name)=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"))
  }

  /// Adds the headers that tell browsers what these pages never do, where they are not there yet.
  ///
  /// - Parameter targets: the origins that forms lead to, beside the page's own.
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
      // The path of a link from a mail is not told, the origin is: a post without it is refused.
      ("Referrer-Policy", "strict-origin"),
      ("Cache-Control", "no-store"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
    ]
  }
}
