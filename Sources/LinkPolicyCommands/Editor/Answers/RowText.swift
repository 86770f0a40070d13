internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// What a row says and which cells it decides, in lines of text.
struct RowText {
  private let inquiry: Inquiry
  private let table: Name
  private let id: Name

  init(_ inquiry: Inquiry, table: Name, id: Name) {
    self.inquiry = inquiry
    self.table = table
    self.id = id
  }

  var lines: [String]? {
    var lines = ["row `" + id.text + "` of `" + table.text + "`"]
    if let document = inquiry.state?.review.document, let row = row(in: document) {
      lines += said(row)
    }
    if inquiry.isChecked, let policy = inquiry.state?.review.compiled {
      lines += RowCells(policy, table: table, id: id).lines
    } else {
      lines.append("which cells it decides is told of a policy that loads, once it was checked")
    }
    return lines
  }

  private func row(in document: PolicyDocument) -> RowDeclaration? {
    let rows: [RowDeclaration]
    if table == "guards" {
      rows = document.guards
    } else if table.text.hasPrefix("facts.") {
      rows = document.facts.first { "facts." + $0.name.value.text == table.text }?.rows ?? []
    } else {
      rows = document.decisions.first { $0.key.value == table }?.rows ?? []
    }
    return rows.first { $0.id.value == id }
  }

  private func said(_ row: RowDeclaration) -> [String] {
    var lines = row.conditions.map { condition in
      let values = NameList.text(condition.values.map { $0.value })
      return "where " + condition.fact.value.text + " is " + (condition.isNegated ? "not " : "")
        + (condition.values.count > 1 && !condition.isNegated ? "one of " : "") + values
    }
    if lines.isEmpty {
      lines.append("wherever nothing before it decides")
    }
    if let would = row.would {
      lines.append("asked of rows that would " + NameList.text(would.map { $0.value }))
    }
    if let value = row.value {
      lines.append("is " + value.value.text)
    }
    if let effects = row.effects {
      let words = effects.map { effect in
        ([effect.name] + effect.arguments).map { $0.value.text }.joined(separator: " ")
      }
      lines.append(words.isEmpty ? "does nothing" : "does " + words.joined(separator: ", "))
    }
    if let error = row.refusal {
      lines.append("refuses with " + error.value.text)
    }
    if !row.because.isEmpty {
      lines.append("because of " + NameList.text(row.because.map { $0.value }))
    }
    return lines
  }
}
