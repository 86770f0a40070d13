internal import LinkPolicy
internal import LinkPolicyJSON

/// What can be written at a place.
struct Completion {
  /// A word that can be written.
  struct Item: Equatable {
    /// The kinds of the protocol that are used, which editors show as pictures.
    enum Kind: Int {
      case value = 12
      case property = 10
      case field = 5
      case function = 3
      case reference = 18
      case file = 17
    }

    let name: Name
    let kind: Kind
    /// What it is, in a few words.
    let detail: String
    /// What it means.
    var meaning: String?
    /// Whether it is a key.
    var isKey = false
    /// Whether it is the only item of a list in brackets.
    var isInBrackets = false
  }

  private let inquiry: Inquiry
  private let place: CursorPlace

  /// The answer to a request.
  static func answer(_ inquiry: Inquiry) -> JSONValue {
    guard let place = inquiry.place else { return list([]) }
    let completion = Completion(inquiry, place)
    return list(completion.items.map { completion.json(of: $0) })
  }

  init(_ inquiry: Inquiry, _ place: CursorPlace) {
    self.inquiry = inquiry
    self.place = place
  }

  private static func list(_ items: [JSONValue]) -> JSONValue {
    .object(["isIncomplete": .bool(false), "items": .array(items)])
  }

  /// What can be written, each word once.
  var items: [Item] {
    guard inquiry.document.isPolicy else {
      // Nobody knows yet what it will be; a policy begins so.
      let isStart = place.path.isEmpty && inquiry.document.isBlank
      return isStart
        ? [Item(name: "linkpolicy", kind: .property, detail: "begins a policy", isKey: true)] : []
    }
    var items: [Item] = []
    switch place.part {
    case .key(let beside):
      items = KeyCompletion(inquiry, place.path).items.filter { !beside.contains($0.name) }
    case .start, .item:
      items = ValueCompletion(inquiry, place.path).items + KeyCompletion(inquiry, place.path).items
    case .value:
      items = ValueCompletion(inquiry, place.path).items
      if items.isEmpty {
        items = inBrackets
      }
    }
    var seen: Set<Name> = []
    return items.filter { seen.insert($0.name).inserted }
  }

  /// What the list can begin with that can stand here, where nothing else can; in brackets.
  private var inBrackets: [Item] {
    ValueCompletion(inquiry, place.path + [.item]).items.map { item in
      var item = item
      item.isInBrackets = true
      return item
    }
  }

  private func json(of item: Item) -> JSONValue {
    let range = inquiry.document.text.range(of: place.range, inquiry.encoding)
    return .object([
      "label": .string(item.name), "kind": .int(item.kind.rawValue),
      "detail": .string(item.detail), "documentation": item.meaning.map { .string($0) },
      "filterText": .string(filterText(item)), "insertTextFormat": .int(1),
      "textEdit": .object(["range": range.json, "newText": .string(newText(item))]),
    ])
  }

  // What is typed is compared with this; a quote that is there is a part of what is typed.
  private func filterText(_ item: Item) -> String {
    guard let first = inquiry.document.text.bytes[place.range].first,
      first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    else { return item.name.text }
    return String(Unicode.Scalar(first)) + item.name.text
  }

  private func newText(_ item: Item) -> String {
    let word = PlainWord.text(item.name)
    let space = place.needsSpace ? " " : ""
    if item.isKey {
      return space + word + (place.hasColon ? "" : ": ")
    }
    return space + (item.isInBrackets ? "[" + word + "]" : word)
  }
}
