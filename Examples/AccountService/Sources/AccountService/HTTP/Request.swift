/// A request, all of it in memory.
struct Request: Sendable {
  /// What is asked for.
  enum Method: Sendable {
    case get
    case post
    /// Anything else, which no page answers.
    case other
  }

  /// The most bytes that a body may have.
  static var longestBody: Int { 32 * 1024 }

  var method: Method
  /// The path, decoded, without the query.
  var path: String
  var headers = NamedValues(ignoresCase: true)
  var cookies = NamedValues()
  var query = NamedValues()
  var body: [UInt8] = []
  /// Whether the body had more bytes than are taken; none of it is kept then.
  var isTooLarge = false

  /// The fields of a form that was posted; nil where the body is no such form.
  var form: NamedValues? {
    guard let type = headers["Content-Type"] else { return nil }
    let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    guard name == "application/x-www-form-urlencoded" else { return nil }
    return FormEncoding.fields(of: body)
  }
}
