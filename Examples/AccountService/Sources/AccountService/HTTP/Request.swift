/// An HTTP request, completely in memory.
struct Request: Sendable {
  /// The HTTP method of a request.
  enum Method: Sendable {
    case get
    case post
    /// Any other method, which no page accepts.
    case other
  }

  /// The maximum number of bytes of a body.
  static var longestBody: Int { 32 * 1024 }

  var method: Method
  /// The decoded path, without the query.
  var path: String
  var headers = NamedValues(ignoresCase: true)
  var cookies = NamedValues()
  var query = NamedValues()
  var body: [UInt8] = []
  /// Whether the body was longer than the limit; such a body is discarded.
  var isTooLarge = false

  /// The fields of a posted form; nil if the body is not a form.
  var form: NamedValues? {
    guard let type = headers["Content-Type"] else { return nil }
    let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    guard name == "application/x-www-form-urlencoded" else { return nil }
    return FormEncoding.fields(of: body)
  }
}
