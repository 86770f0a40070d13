/// What a request about a place in a document is answered from.
struct Inquiry {
  /// The document.
  let document: OpenDocument
  /// What it and what it extends name.
  let names: PolicyNames
  /// What the last check of it has found, whatever the text was then; nil before the first.
  let state: PolicyState?
  /// What positions count.
  let encoding: PositionEncoding
  /// The byte that is asked about.
  let offset: Int

  /// Whether the last check was of the text as it is now.
  var isChecked: Bool { state?.document.revision == document.revision }

  /// What stands there; nil in comments and between words.
  var place: CursorPlace? { CursorFinder.place(at: offset, in: document.text.bytes) }

  /// What is named there.
  var symbol: (symbol: Symbol, place: CursorPlace)? {
    guard let place, !place.range.isEmpty else { return nil }
    let named =
      place.isKey
      ? NamePlace.key(place.text, in: place.path)
      : NamePlace.value(at: place.path)
    guard let named else { return nil }
    if named.sort == .subject {
      return Symbol.row(ofSubject: place.text).map { ($0.row, place) }
    }
    return (named.symbol(place.text, at: place.path), place)
  }

  /// The names of an outcome are those of errors or effects.
  func resolved(_ symbol: Symbol) -> Symbol {
    guard symbol.sort == .outcome else { return symbol }
    let error = Symbol(.error, symbol.name)
    return names.declaration(of: error) == nil ? Symbol(.effect, symbol.name) : error
  }
}
