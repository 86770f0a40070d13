internal import LinkPolicy
internal import LinkPolicyExploration

/// A link target in a page, such as a row or a change.
struct Anchor: Sendable, Hashable {
  /// The value of `id`, which consists of letters, digits, `.`, `-` and `_`.
  let id: String

  private init(_ parts: [Name]) {
    var id: [UInt8] = []
    for part in parts {
      if !id.isEmpty {
        id += Array("__".utf8)
      }
      for byte in part.bytes {
        id += Self.isPlain(byte) ? [byte] : Array("_\(Self.digits(byte))".utf8)
      }
    }
    self.id = String(decoding: id, as: UTF8.self)
  }

  /// Creates the anchor of a section of the page, such as `edits`.
  init(section: Name) {
    self.init([section])
  }

  /// Creates the anchor of a table of the policy; the table `guards` contains the guards.
  init(table: Name) {
    self.init(["table", table])
  }

  /// Creates the anchor of a row or guard of the policy, such as `row__guards__closed`.
  init(row: RowName) {
    self.init(["row", row.table, row.id])
  }

  /// Creates the anchor of a line in a table's matrix, from the conditions that the line sets for an arriving sign-in.
  init(table: Name, arriving: [OutcomeMatrix.Arriving]) {
    self.init("line", about: [table.text] + arriving.map { $0.words })
  }

  /// Creates the anchor of a declaration, such as an error.
  init(_ what: Name, _ name: Name) {
    self.init([what, name])
  }

  /// Creates the anchor of an unnamed element, such as a change, from a digest of the element's content.
  ///
  /// Elements with equal content have equal anchors on every page.
  init(_ what: Name, about words: [String]) {
    var bytes: [UInt8] = []
    for word in words {
      // No word contains a NUL, so different lists of words have different bytes.
      bytes += Array(word.utf8) + [0]
    }
    let digest = SHA256.digest(of: bytes).prefix(5).map { Self.digits($0) }
    self.init([what, Name(digest.joined())])
  }

  /// Returns the anchors of a list, with numbers appended to duplicates.
  static func distinct(_ anchors: [Anchor]) -> [Anchor] {
    var counts: [Anchor: Int] = [:]
    return anchors.map { anchor in
      counts[anchor, default: 0] += 1
      let count = counts[anchor, default: 0]
      return count == 1 ? anchor : Anchor(id: anchor.id + "__" + String(count))
    }
  }

  /// The anchor's id, for use inside the id of another anchor.
  var name: Name { Name(id) }

  /// Returns the anchor of an element within this target, such as a cell of a matrix line.
  func with(_ part: Name) -> Anchor {
    Anchor(id: id + "__" + Anchor([part]).id)
  }

  /// The anchor of the target's heading.
  var heading: Anchor {
    Anchor(id: id + "__heading")
  }

  private init(id: String) {
    self.id = id
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func digits(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16)
    return byte < 16 ? "0" + text : text
  }
}
