import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyReview

/// What each operator makes of a policy of a few rows, listed by hand.
@Suite("Mutants of a tiny policy")
struct TinyMutantsTests {
  private static func ids(_ operation: any MutationOperator) throws -> [String] {
    let source = MutationSource(try TinyPolicy.policy())
    return operation.mutants(of: source).map { mutant in
      #expect(mutant.operation == operation.name)
      return String(mutant.id.dropFirst(operation.name.count + 1))
    }
  }

  @Test("of rows")
  func rows() throws {
    let rows = ["sign-in/known", "sign-in/new", "sign-in/good", "sign-in/rest"]
    let facts = ["facts.word/own", "facts.word/half", "facts.word/rest"]
    #expect(try Self.ids(RemoveRow()) == rows + facts)
    #expect(try Self.ids(AllowInstead()) == rows)
    #expect(try Self.ids(RefuseInstead()) == Array(rows.dropLast()))
    #expect(
      try Self.ids(SwapRows())
        == ["sign-in/known/new", "sign-in/new/good", "sign-in/good/rest"]
        + ["facts.word/own/half", "facts.word/half/rest"])
    #expect(
      try Self.ids(ChangeValue()) == [
        "facts.word/own/fair", "facts.word/own/bad", "facts.word/half/good",
        "facts.word/half/bad", "facts.word/rest/good", "facts.word/rest/fair",
      ])
    #expect(try Self.ids(RemoveTable()).count == 1)
  }

  @Test("of conditions")
  func conditions() throws {
    let conditions = [
      "sign-in/known/credential", "sign-in/new/credential", "sign-in/new/address",
      "sign-in/good/credential", "sign-in/good/word", "facts.word/own/provider",
      "facts.word/own/domain", "facts.word/half/setting.mode",
    ]
    #expect(try Set(Self.ids(DropCondition())) == Set(conditions))
    #expect(try Set(Self.ids(NegateCondition())) == Set(conditions))
    #expect(
      try Self.ids(NarrowCondition())
        == ["sign-in/new/address=absent", "sign-in/new/address=free"])
    let widened = try Self.ids(WidenCondition())
    #expect(
      widened.filter { $0.hasPrefix("sign-in/new/") } == [
        "sign-in/new/credential=own", "sign-in/new/credential=known",
        "sign-in/new/credential=broken", "sign-in/new/address=own", "sign-in/new/address=taken",
        "sign-in/new/address=several",
      ])
    #expect(
      widened.filter { $0.hasPrefix("facts.word/half") }
        == ["facts.word/half/setting.mode=open", "facts.word/half/setting.mode=shut"])
    // Other rows of the table test the address and the word.
    let moved = try Self.ids(MoveCells()).filter { $0.hasPrefix("sign-in/known/") }
    #expect(
      moved == [
        "sign-in/known/address=absent", "sign-in/known/address=free", "sign-in/known/address=own",
        "sign-in/known/address=taken", "sign-in/known/address=several", "sign-in/known/word=good",
        "sign-in/known/word=fair", "sign-in/known/word=bad",
      ])
  }

  @Test("of effects and answers")
  func effects() throws {
    #expect(
      try Self.ids(DropEffect()) == [
        "sign-in/known/1-sign-in", "sign-in/new/1-create", "sign-in/new/2-sign-in",
        "sign-in/good/1-sign-in", "sign-in/good/2-notify-owner",
      ])
    #expect(
      try Self.ids(SwapEffects()) == ["sign-in/new/1-create", "sign-in/good/1-sign-in"])
    #expect(
      try Self.ids(ChangeAsk()) == [
        "errors/no/existing-credential", "errors/never/nothing",
        "errors/never/existing-credential", "sign-in/rest/existing-credential",
        "guards/shut/existing-credential",
      ])
    // A row that allows can show an error, one that refuses another one or that it allowed.
    #expect(
      try Self.ids(ChangeShow()) == [
        "sign-in/known/no", "sign-in/new/no", "sign-in/good/no", "sign-in/rest/allowed",
        "sign-in/rest/never", "guards/shut/allowed", "guards/shut/never",
      ])
  }

  @Test("of guards and declarations")
  func declarations() throws {
    #expect(
      try Self.ids(ChangeWould()) == [
        "guards/shut/not create", "guards/shut/also sign-in", "guards/shut/also notify-owner",
        "guards/shut/everything",
      ])
    #expect(try Self.ids(RemoveGuard()) == ["guards/shut"])
    #expect(try Self.ids(SwapGuards()).isEmpty)
    #expect(
      try Self.ids(ChangeDefault())
        == ["settings/mode/shut", "settings/mode/half", "settings/unasked/two"])
    #expect(
      try Self.ids(AddDomain()) == [
        "domains/own/*.own.example", "domains/own/own.com", "domains/own/myown.example",
      ])
    #expect(try Self.ids(RemoveDomain()) == ["domains/own/own.example"])
    // There is no other set, and no claim.
    #expect(try Self.ids(MoveValue()).isEmpty)
  }

  @Test("of a profile that is filled only where a provider of the table gives one")
  func profiles() throws {
    let policy = try Presets.compiled(named: "firebase")
    let ids = Set(AddEffect().mutants(of: MutationSource(policy)).map { $0.id })
    for row in ["sign-in.password/right", "sign-in.email-link/verified", "sign-up/free"] {
      #expect(!ids.contains("effect-added/" + row + "/fill-profile"))
    }
    // An account that stays has a profile to lose, and whoever unlinks asserts nothing: both are edits still.
    #expect(ids.contains("effect-added/link.email-link/again/overwrite-profile"))
    #expect(ids.contains("effect-added/unlink.password|email-link/present/fill-profile"))
    #expect(ids.contains("effect-added/sign-in.federated/broken/fill-profile"))
  }

  @Test("of what is added and moved")
  func additions() throws {
    let known = ["sign-in/known/create", "sign-in/known/notify-owner"]
    #expect(try Self.ids(AddEffect()).prefix(2) == known[...])
    #expect(
      try Self.ids(AddEffect()).filter { $0.hasPrefix("sign-in/new") } == [
        "sign-in/new/notify-owner"
      ])
    // Nothing of near meaning comes beside an effect, and a refusal may do something as well.
    #expect(
      try Self.ids(AddEffect()).suffix(3)
        == ["sign-in/rest/sign-in", "sign-in/rest/create", "sign-in/rest/notify-owner"])
    #expect(
      try Self.ids(MoveRow()) == [
        "sign-in/known/last", "sign-in/new/last", "sign-in/good/first", "sign-in/rest/first",
        "facts.word/own/last", "facts.word/rest/first",
      ])
    // No row has three effects, and there is one guard, which tests one setting alone.
    #expect(try Self.ids(MoveEffect()).isEmpty && Self.ids(MoveGuard()).isEmpty)
    #expect(try Self.ids(ExceptGuard()).isEmpty)
    // Below a single label there is nothing that could be owned.
    #expect(try Self.ids(WidenDomain()) == ["domains/own/own.example"])
  }

  @Test("moves past more than one other, and those of them that end at an end")
  func moves() {
    let far = Moves.far(among: 4).map { [$0.from, $0.to] }
    #expect(far == [[0, 2], [0, 3], [1, 3], [2, 0], [3, 0], [3, 1]])
    let ends = Moves.toEnds(among: 4).map { [$0.from, $0.to] }
    #expect(ends == [[0, 3], [1, 3], [2, 0], [3, 0]])
    #expect(Moves.far(among: 2).isEmpty)
  }

  @Test("the pattern around a domain holds what is below its parent")
  func wider() {
    let wider = ["a.b.com", "*.a.b.com", "b.com", "com"].map { WidenDomain.wider(Name($0)) }
    #expect(wider == ["*.b.com", "*.b.com", "*.com", nil])
  }

  @Test("exceptions from guards go by actions, kinds, accounts and settings that guards test")
  func exceptions() throws {
    let source = MutationSource(try VariousPolicy.policy())
    let ids = ExceptGuard().mutants(of: source).map { $0.id }
    #expect(ids.contains("guard-excepted/guards/nobody/setting.joining=closed"))
    #expect(ids.contains("guard-excepted/guards/closed/action=sign-up"))
    #expect(!ids.contains { $0.contains("consent=") || $0.contains("relay=") })
    let moved = MoveGuard().mutants(of: source)
    #expect(moved.map { $0.detail } == ["last", "first"])
    #expect(moved.allSatisfy { $0.part == .guards([0, 1, 2]) })
  }

  @Test("a look-alike of a domain has another ending, and a pattern has none")
  func near() {
    #expect(AddDomain.near("a.b.com") == ["*.a.b.com", "a.com", "mya.b.com"])
    #expect(AddDomain.near("b.com") == ["*.b.com", "b.co.jp", "myb.com"])
    #expect(AddDomain.near("*.b.com").isEmpty && AddDomain.near("localhost").isEmpty)
  }

  @Test("no mutant that loads is the policy itself, and no two of an operator are one")
  func distinct() throws {
    let policy = try TinyPolicy.policy()
    let source = MutationSource(policy)
    let editor = PolicyEditor(policy)
    let loader = MutantLoader(editor: editor)
    var loaded = 0
    for operation in MutationOperators.all {
      var digests: Set<PolicyDigest> = [PolicyDigest(of: policy.document)]
      var ids: Set<String> = []
      for mutant in operation.mutants(of: source) {
        #expect(ids.insert(mutant.id).inserted, "\(mutant.id)")
        guard let edited = loader.load(mutant)?.policy else { continue }
        loaded += 1
        let isNew = digests.insert(PolicyDigest(of: edited.document)).inserted
        #expect(isNew, "\(mutant.id)")
      }
    }
    #expect(loaded > 60)
  }
}
