package import LinkPolicy

/// What a list of effects comes to, as the writes they ask for: the same for every list that cannot
/// be told from it.
///
/// In a given cell some writes change nothing, some do the same as others, and some commute. Each
/// rule is stated once, in Docs/Mutation.md and here, and tested by carrying lists out.
package struct EffectMeaning: Sendable {
  /// The normal form of effects in a cell.
  package static func normal(_ effects: [Effect], in cell: Cell) -> [WriteTemplate] {
    var simplifier = WriteSimplifier(cell)
    return ordered(effects.flatMap { $0.templates }.compactMap { simplifier.simplified($0) })
  }

  /// The first, in the order of their texts, of the orders that come to the same.
  private static func ordered(_ templates: [WriteTemplate]) -> [WriteTemplate] {
    struct Placed {
      var template: WriteTemplate
      var text: Name
      var footprint: WriteFootprint
    }
    var rest = templates.map {
      Placed(template: $0, text: Name($0.text), footprint: WriteFootprint(of: $0))
    }
    var result: [WriteTemplate] = []
    while !rest.isEmpty {
      var best = 0
      for index in rest.indices where rest[index].text < rest[best].text {
        if rest[..<index].allSatisfy({ rest[index].footprint.commutes(with: $0.footprint) }) {
          best = index
        }
      }
      result.append(rest.remove(at: best).template)
    }
    return result
  }

  /// Whether a list adds or refreshes a method in a cell, and with it an address that it proved; a
  /// password proves none.
  static func recordsProof(_ effects: [Effect], in cell: Cell) -> Bool {
    guard let kind = cell.kind, kind != .password, cell.address != .absent else { return false }
    return recordsProof(effects)
  }

  /// Whether a list can add or refresh a method at all.
  package static func recordsProof(_ effects: [Effect]) -> Bool {
    effects.contains { $0.templates.contains { recordsProof($0) } }
  }

  /// Whether a write stores the attempt's method, with what the attempt proved.
  static func recordsProof(_ template: WriteTemplate) -> Bool {
    guard case .putMethod(let source) = template else { return false }
    return switch source {
    case .attempts, .attemptsInPlaceOfOthers: true
    case .password: false
    }
  }
}
