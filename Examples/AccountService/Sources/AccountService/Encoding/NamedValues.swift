/// Names with values, such as headers, cookies or form fields.
struct NamedValues: Sendable {
  private var list: [(name: String, value: String)] = []
  private let ignoresCase: Bool

  /// Creates an empty list.
  ///
  /// - Parameter ignoresCase: whether the case of names is ignored, as for headers.
  init(ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
  }

  /// Adds a name with a value.
  mutating func append(_ name: String, _ value: String) {
    list.append((ignoresCase ? name.lowercased() : name, value))
  }

  /// The value of a name; nil if the name is missing, or occurs several times, because the right value is then unclear.
  subscript(name: String) -> String? {
    let sought = ignoresCase ? name.lowercased() : name
    let found = list.filter { $0.name == sought }
    return found.count == 1 ? found[0].value : nil
  }

  /// All names with their values, in order.
  var all: [(name: String, value: String)] { list }
}
