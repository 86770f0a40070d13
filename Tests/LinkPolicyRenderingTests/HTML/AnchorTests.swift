import LinkPolicy
import LinkPolicyExploration
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyRendering

@Suite("Anchors")
struct AnchorTests {
  private static let names: [Name] = [
    "a", "b", "b-a", "b_a", "b.a", "b__a", "a_b", "a__b", "a-b", "a.b", "a b", "a<b", "_", "__",
    "é", "a_5fb", "heading", "guards",
    "table", "row", "",
  ]

  @Test("hold letters, digits and three signs alone, whatever the names are")
  func plain() {
    for table in Self.names {
      for row in Self.names {
        let id = Anchor(row: RowName(table: table, id: row)).id
        #expect(
          id.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
              || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
              || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
              || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
          }, "\(id)")
      }
    }
  }

  @Test("are different for different things")
  func distinct() {
    var anchors: [String: String] = [:]
    func add(_ anchor: Anchor, _ what: String) {
      #expect(anchors.updateValue(what, forKey: anchor.id) == nil, "\(what): \(anchor.id)")
      #expect(anchors.updateValue(what, forKey: anchor.heading.id) == nil, "\(what): heading")
    }
    for name in Self.names where !name.text.isEmpty {
      add(Anchor(table: name), "table \(name.text)")
      add(Anchor("error", name), "error \(name.text)")
      for other in Self.names where !other.text.isEmpty {
        add(Anchor(row: RowName(table: name, id: other)), "row \(name.text) \(other.text)")
      }
    }
  }
}
