internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// What a table of decisions is, in lines of text.
struct TableText {
  private let inquiry: Inquiry
  private let key: Name

  init(_ inquiry: Inquiry, _ key: Name) {
    self.inquiry = inquiry
    self.key = key
  }

  var lines: [String]? {
    let action = Name(bytes: Array(key.bytes.prefix { $0 != UInt8(ascii: ".") }))
    var lines = ["table `" + key.text + "`"]
    if let meaning = EngineWords.meaning(ofAction: action) {
      lines.append("`" + action.text + "`: " + meaning)
    }
    let table = inquiry.state?.review.document?.decisions.first { $0.key.value == key }
    if let table {
      let hit =
        switch table.hit {
        case .unique: "no two rows match the same cell"
        case .first: "the first row that matches decides"
        }
      lines.append("\(table.rows.count) rows; " + hit)
    }
    return lines
  }
}
