extension PolicyImage {
  func rowCount(ofTable index: Int) -> Int {
    Int(words[Int(tables[index]) + ImageFormat.Table.rowCount.rawValue])
  }

  /// Where a row of a table stands.
  func row(_ index: Int, ofTable table: Int) -> Int {
    Int(words[Int(tables[table]) + ImageFormat.Table.allCases.count + index])
  }

  /// The edge at which a table's graph starts.
  func graphRoot(ofTable index: Int) -> UInt32 {
    words[Int(tables[index]) + ImageFormat.Table.graph.rawValue]
  }

  /// Where the list stands of the guards that the effects of a row can meet.
  func guardsMet(byRow index: Int, ofTable table: Int) -> Int {
    row(index, ofTable: table) + ImageFormat.Row.allCases.count
  }

  /// The guards that the effects of some row of a table can meet.
  func guardsMet(inTable table: Int) -> [Int] {
    var met = ValueSet()
    for index in 0..<rowCount(ofTable: table) {
      let list = guardsMet(byRow: index, ofTable: table)
      for place in 0..<Int(words[list]) {
        met.insert(Int(words[list + 1 + place]))
      }
    }
    return met.values
  }

  func key(ofTable index: Int) -> Name {
    texts[words[Int(tables[index]) + ImageFormat.Table.key.rawValue]]
  }

  package func action(ofTable index: Int) -> Int {
    Int(words[Int(tables[index]) + ImageFormat.Table.action.rawValue])
  }

  /// The kinds that a table decides; none where its action carries no method.
  package func kinds(ofTable index: Int) -> [MethodKind] {
    let bits = words[Int(tables[index]) + ImageFormat.Table.kinds.rawValue]
    return MethodKind.allCases.filter { bits >> UInt32($0.rawValue) & 1 == 1 }
  }

  /// Where the row or guard stands that decided.
  func row(of source: DecisionSource, inTable table: Int) -> Int? {
    switch source {
    case .row(let index): row(index, ofTable: table)
    case .guarding(let index), .would(let index, _): Int(guards[index])
    case .impossible, .cannotOccur, .staleTicket: nil
    }
  }

  private func word(_ part: ImageFormat.Row, ofRow row: Int) -> UInt32 {
    words[row + part.rawValue]
  }

  /// Where the conditions of a row stand.
  func conditions(ofRow row: Int) -> Int {
    Int(word(.conditions, ofRow: row))
  }

  func conditions(ofRow row: UInt32) -> Int {
    conditions(ofRow: Int(row))
  }

  /// The error that a row refuses with, by its index.
  func error(ofRow row: Int) -> Int? {
    let word = word(.error, ofRow: row)
    return word == 0 ? nil : Int(word) - 1
  }

  func shown(ofRow row: Int) -> CompiledAnswer.Shown {
    let word = word(.shown, ofRow: row)
    switch ImageFormat.Shown(rawValue: word) {
    case .outcome: return .outcome
    case .allowed: return .allowed
    case nil: return .error(Int(word) - ImageFormat.Shown.allCases.count)
    }
  }

  func ask(ofRow row: Int) -> Remedy? {
    let word = word(.ask, ofRow: row)
    return word == 0 ? nil : Remedy(rawValue: UInt8(word - 1))
  }

  func tell(ofRow row: Int) -> [Disclosure] {
    list(.tell, ofRow: row).compactMap { Disclosure(rawValue: UInt8($0)) }
  }

  func effects(ofRow row: Int) -> [Effect] {
    var effects: [Effect] = []
    let list = Int(word(.effects, ofRow: row))
    var place = list + 1
    effects.reserveCapacity(Int(words[list]))
    for _ in 0..<Int(words[list]) {
      effects.append(effect(at: place))
      place += 1 + ImageFormat.high(words[place])
    }
    return effects
  }

  /// The answer of a row, taken apart.
  func answer(ofRow row: Int) -> CompiledAnswer {
    CompiledAnswer(
      effects: effects(ofRow: row), error: error(ofRow: row), ask: ask(ofRow: row),
      tell: tell(ofRow: row), shown: shown(ofRow: row))
  }

  /// A row by name and place.
  func reference(toRow row: Int, of table: String) -> RowReference {
    RowReference(
      id: texts[word(.id, ofRow: row)].text, table: table,
      position: SourcePosition(
        file: Int(clamping: word(.file, ofRow: row)), line: Int(clamping: word(.line, ofRow: row)),
        column: Int(clamping: word(.column, ofRow: row))),
      because: list(.because, ofRow: row).map { texts[$0].text })
  }

  private func list(_ part: ImageFormat.Row, ofRow row: Int) -> ArraySlice<UInt32> {
    let start = Int(word(part, ofRow: row))
    return words[start + 1..<start + 1 + Int(words[start])]
  }
}

extension PolicyImage {
  /// The name of an error.
  func name(ofError index: Int) -> Name {
    texts[words[Int(errors[index])]]
  }

  /// The names of an error by platform.
  func names(ofError index: Int) -> [(platform: String, name: String)] {
    let list = Int(errors[index]) + 1
    return (0..<Int(words[list])).map { number in
      (texts[words[list + 1 + 2 * number]].text, texts[words[list + 2 + 2 * number]].text)
    }
  }

  /// The name of an error on one platform.
  func name(ofError index: Int, on platform: String) -> String? {
    let list = Int(errors[index]) + 1
    for number in 0..<Int(words[list])
    where texts.isText(words[list + 1 + 2 * number], platform) {
      return texts[words[list + 2 + 2 * number]].text
    }
    return nil
  }
}
