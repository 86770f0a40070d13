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

/// Names with values, as headers, cookies and forms have them.
struct NamedValues: Sendable {
  private var list: [(name: String, value: String)] = []
  private let ignoresCase: Bool

  /// Creates an empty list.
  ///
  /// - Parameter ignoresCase: whether names are compared without case, as those of headers are.
  init(ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
  }

  /// Adds a value.
  mutating func append(_ name: String, _ value: String) {
    list.append((ignoresCase ? name.lowercased() : name, value))
  }

  /// The value of a name; nil where there is none, and where there are several: of two nobody can say which counts.
  subscript(name: String) -> String? {
    let sought = ignoresCase ? name.lowercased() : name
    let found = list.filter { $0.name == sought }
    return found.count == 1 ? found[0].value : nil
  }

  /// All values, in their order.
  var all: [(name: String, value: String)] { list }
}
