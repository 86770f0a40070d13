import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("What is declared otherwise")
struct DeclarationDifferenceTests {
  private struct Edit {
    var old: String
    var new: String
    var expected: [String]
  }

  private static let edits = [
    // Cells tell of another default.
    Edit(old: "joining: [open, closed]", new: "joining: [closed, open]", expected: []),
    Edit(
      old: "joining: [open, closed]", new: "joining: [open, closed, slow]",
      expected: ["setting joining: closed, open -> closed, open, slow"]),
    Edit(
      old: "settings: {joining: [open, closed]}",
      new: "settings: {joining: [open, closed], berths: [few, many]}", expected: []),
    Edit(
      old: "settings: {joining", new: "labels: {crew: [guest, staff]}\nsettings: {joining",
      expected: ["label crew: - -> guest, staff; first guest; of the account"]),
    // One pool is for every provider, as none is.
    Edit(
      old: "settings: {joining", new: "pools: {all: [\"*\"]}\nsettings: {joining", expected: []),
    Edit(
      old: "pier.example:          {kind: federated}",
      new: "pier.example:          {kind: federated, gives: []}",
      expected: [
        "provider pier.example: federated; gives email, name, photo -> federated; gives nothing"
      ]),
    Edit(
      old: "pier.example:          {kind: federated}",
      new: "pier.example:          {kind: federated, subjects: folded}",
      expected: ["subjects of provider pier.example: exact -> folded"]),
    // Without `find`, an action searches in this order.
    Edit(
      old: "settings: {joining", new: "find: {sign-in: [credential, address]}\nsettings: {joining",
      expected: []),
    Edit(old: "{id: returning, ", new: "{id: knows, ", expected: []),
    // Nothing tells of methods there, so that it does not matter which are listed.
    Edit(
      old: "settings: {joining", new: "methods: {order: provider}\nsettings: {joining",
      expected: []),
  ]

  private static func words(_ old: CompiledPolicy, _ new: CompiledPolicy) -> [String] {
    DeclarationDifference.all(Sides(old: old, new: new)).map {
      $0.subject + ": " + $0.words.old + " -> " + $0.words.new
    }
  }

  @Test("is told in words, and the other way round with the sides exchanged")
  func words() throws {
    let policy = try Harbour.policy()
    for edit in Self.edits {
      let other = try Harbour.policy((edit.old, edit.new))
      #expect(Self.words(policy, other) == edit.expected, "\(edit.new)")
      let there = DeclarationDifference.all(Sides(old: policy, new: other))
      let back = DeclarationDifference.all(Sides(old: other, new: policy))
      #expect(there.map { $0.subject } == back.map { $0.subject })
      for (one, two) in zip(there, back) {
        #expect(one.words == Sides { two.words[$0.other] })
        #expect(one.positions == Sides { two.positions[$0.other] })
      }
    }
    #expect(Self.words(policy, try Harbour.policy()).isEmpty)
  }

  @Test("which methods are told, and in what order, where an answer tells of them")
  func listing() throws {
    let tells = ("already-registered: {names", "already-registered: {tell: [methods], names")
    let policy = try Harbour.policy(tells)
    let other = try Harbour.policy(
      tells,
      ("settings: {joining", "methods: {list: [federated], order: provider}\nsettings: {joining"))
    #expect(
      Self.words(policy, other) == [
        "methods: list: federated, password, email-link, phone, custom, anonymous, passkey -> federated",
        "methods: order: added -> provider",
      ])
  }

  @Test("a provider and a table that only one has stand there alone")
  func alone() throws {
    let policy = try Harbour.policy()
    let other = try Harbour.policy(
      (
        "pier.example:          {kind: federated}",
        "pier.example: {kind: federated}\n  quay.example: {kind: federated}"
      ),
      (
        "decisions:\n",
        "decisions:\n  unlink.federated:\n    rows: [{id: off, refuse: unknown-person}]\n"
      ))
    let found = DeclarationDifference.all(Sides(old: policy, new: other))
    #expect(found.map { $0.subject } == ["provider quay.example", "attempts unlink.federated"])
    #expect(found.map { $0.words.old } == ["not declared", "not decided"])
    #expect(found.map { $0.words.new }.last == "decided")
    #expect(found.allSatisfy { $0.positions.old == nil && $0.positions.new != nil })
  }
}
