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
