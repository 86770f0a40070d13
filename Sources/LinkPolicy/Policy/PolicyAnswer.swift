/// What a policy answers where one of its rows or guards decides.
///
/// A value of constant size, which reads the rows where they stand.
public struct PolicyAnswer: Sendable {
  let image: PolicyImage
  let source: Decision.Source
  /// The table that was asked.
  let table: Int

  /// Where the row or guard stands that decided; nil where none did.
  private var rowPlace: Int? { image.row(of: source, inTable: table) }

  /// Whether such an attempt is allowed, or what refuses it.
  public var outcome: Decision.Outcome {
    guard let rowPlace else { return .refused(image.refusal(of: source)) }
    guard let error = image.error(ofRow: rowPlace) else { return .allowed }
    return .refused(Refusal(image, .declared(error)))
  }

  /// The outcome that the outside may see.
  public var shown: Decision.Outcome {
    guard let rowPlace else { return outcome }
    return switch image.shown(ofRow: rowPlace) {
    case .allowed: .allowed
    case .error(let index): .refused(Refusal(image, .declared(index)))
    case .outcome: outcome
    }
  }

  /// The effects, in order; carried out all or none.
  public var effects: [Effect] {
    rowPlace.map { image.effects(ofRow: $0) } ?? []
  }

  /// The remedy asked for.
  public var ask: Remedy? {
    rowPlace.flatMap { image.ask(ofRow: $0) }
  }

  /// What may be told.
  public var tell: [Disclosure] {
    rowPlace.map { image.tell(ofRow: $0) } ?? []
  }

  /// Whether the attempt is allowed.
  public var isAllowed: Bool {
    guard let rowPlace else { return false }
    return image.error(ofRow: rowPlace) == nil
  }

  /// The row or guard that decided; nil where none did because the facts cannot occur together.
  public var row: Decision.RowReference? {
    guard let rowPlace else { return nil }
    let name =
      switch source {
      case .row: image.key(ofTable: table).text
      case .guarding, .would, .impossible, .cannotOccur, .staleTicket: "guards"
      }
    return image.reference(toRow: rowPlace, of: name)
  }

  /// The row that a guard with `would` was asked of.
  public var refusedRow: Decision.RowReference? {
    guard case .would(_, let row) = source else { return nil }
    return image.reference(
      toRow: image.row(row, ofTable: table), of: image.key(ofTable: table).text)
  }

  /// What is answered, as it was compiled; nil where no row decided.
  var compiled: CompiledAnswer? {
    rowPlace.map { image.answer(ofRow: $0) }
  }
}
