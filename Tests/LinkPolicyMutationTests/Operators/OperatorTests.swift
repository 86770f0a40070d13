import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Operators")
struct OperatorTests {
  @Test("what is listed is edited where a policy says what it lists, and there alone")
  func listing() throws {
    let emulator = MutationSource(try Presets.compiled(named: "firebase-emulator"))
    #expect(
      ChangeListing().mutants(of: emulator).map { $0.detail } == [
        "federated", "password", "email-link", "phone", "custom", "anonymous", "added",
      ])
    let loader = MutantLoader(editor: PolicyEditor(emulator.policy))
    #expect(ChangeListing().mutants(of: emulator).allSatisfy { loader.load($0) != nil })
    let harbour = MutationSource(try Harbour.policy())
    #expect(ChangeListing().mutants(of: harbour).isEmpty)
  }

  @Test("a row is moved where the first that fits decides, and there alone")
  func rowMoved() throws {
    #expect(try MoveRow().mutants(of: MutationSource(Presets.compiled(named: "firebase"))).isEmpty)
    let various = MutationSource(try VariousPolicy.policy())
    let tables = Set(MoveRow().mutants(of: various).compactMap { $0.row?.table.text })
    #expect(tables == ["facts.trust", "sign-in.federated"])
  }

  /// The operators that make mutants only of policies that declare identifiers.
  static let ofIdentifiers = ["places-swapped", "place-removed", "fold-dropped"]

  @Test("the searches and the comparison of identifiers are edited, and there alone")
  func identifiers() throws {
    let source = MutationSource(
      try Sketches.edited("identifiers", Sketches.addressesOfOthersRefused))
    let operators: [any MutationOperator] = [SwapPlaces(), RemovePlace(), DropFold()]
    #expect(operators.map { $0.name } == Self.ofIdentifiers)
    let mutants = operators.flatMap { $0.mutants(of: source) }
    #expect(
      mutants.map { $0.id } == [
        "places-swapped/find/sign-in/username before address",
        "places-swapped/find/sign-up/username before address",
        "place-removed/find/sign-in/username", "place-removed/find/sign-up/username",
        "fold-dropped/identifiers/username",
      ])
    let searches = mutants.prefix(4).map { mutant in
      mutant.variants[0].document.searches.map { $0.places.map { $0.value.text } }
    }
    let whole = ["credential", "address", "username"]
    let (swapped, less) = (["credential", "username", "address"], ["credential", "address"])
    #expect(searches == [[swapped, whole], [whole, swapped], [less, whole], [whole, less]])
    #expect(mutants[4].variants[0].document.identifiers.map { $0.foldsCase } == [false, false])
    let loader = MutantLoader(source.policy)
    for mutant in mutants where mutant.operation != "place-removed" {
      #expect(loader.load(mutant) != nil, "\(mutant.id)")
    }
    let firebase = MutationSource(try Presets.compiled(named: "firebase"))
    #expect(operators.allSatisfy { $0.mutants(of: firebase).isEmpty })
  }

  @Test("every other operator makes mutants of the Firebase policy that load")
  func firebase() throws {
    let policy = try Presets.compiled(named: "firebase")
    let source = MutationSource(policy)
    let loader = MutantLoader(editor: PolicyEditor(policy))
    var ids: Set<String> = []
    // That each operator makes one is asked of the whole tool as well, by the gate of mutants.
    let stride = Thoroughness.pick(1, orElse: 4)
    for (number, operation) in MutationOperators.all.enumerated()
    where !(operation is ChangeListing) && !(operation is MoveRow) && !(operation is CountDisabled)
      && !Self.ofIdentifiers.contains(operation.name)
    {
      let mutants = operation.mutants(of: source)
      let loads = number % stride != 0 || mutants.contains { loader.load($0) != nil }
      #expect(loads, "\(operation.name)")
      for mutant in mutants {
        #expect(ids.insert(mutant.id).inserted, "\(mutant.id) is there twice")
        #expect(mutant.id.hasPrefix(operation.name + "/"))
        #expect(!mutant.variants.isEmpty && mutant.position.line > 1, "\(mutant.id)")
      }
    }
    #expect(Set(MutationOperators.names.map { $0.name }).count == MutationOperators.all.count)
  }

  @Test("without a table, and with another default, a policy is what it is compiled alone")
  func tables() throws {
    let policy = try Presets.compiled(named: "firebase")
    let source = MutationSource(policy)
    let editor = PolicyEditor(policy)
    let stride = Thoroughness.pick(1, orElse: 5)
    let mutants = RemoveTable().mutants(of: source) + ChangeDefault().mutants(of: source)
    for (number, mutant) in mutants.enumerated() where number % stride == 0 {
      let document = mutant.variants[0].document
      let (edited, findings) = editor.compiled(document, editing: mutant.part)
      let (alone, others) = editor.compiled(document, editing: .everything)
      #expect(edited?.image == alone?.image, "\(mutant.id)")
      #expect(findings.map { $0.message } == others.map { $0.message }, "\(mutant.id)")
    }
  }

  @Test(
    "an edit compiled with what is known is what it is compiled alone", arguments: Sketches.tiny)
  func editor(_ name: String) throws {
    let policy = try Sketches.policy(name)
    let source = MutationSource(policy)
    let editor = PolicyEditor(policy)
    var loaded = 0
    for (number, mutant) in MutationOperators.all.flatMap({ $0.mutants(of: source) }).enumerated() {
      guard mutant.overriding == nil, number % 131 == 0 else { continue }
      for variant in mutant.variants {
        let alone = try? CompiledPolicy(variant.document)
        let known = editor.policy(variant.document, editing: mutant.part)
        #expect((alone == nil) == (known == nil), "\(mutant.id): \(variant.summary)")
        guard let alone, let known else { continue }
        loaded += 1
        var book = AnswerBook()
        for table in alone.document.decisions.indices {
          let (one, other) = (PolicyEditor(alone), PolicyEditor(known))
          let graph = AnswerGraph(table: table, of: alone, by: one, isExact: true, &book)
          let same = AnswerGraph(table: table, of: known, by: other, isExact: true, &book)
          #expect(graph.difference(from: same) == nil, "\(mutant.id): \(variant.summary)")
        }
      }
    }
    #expect(loaded > 0)
  }
}
