import LinkPolicyAuthoring
import Testing

@testable import LinkPolicy

@Suite struct EngineFactTests {
  /// A Swift name as the policy writes it: `noAddress` is `no-address`.
  private static func kebab(_ name: String) -> String {
    var text = ""
    for character in name {
      text += character.isUppercase ? "-" + character.lowercased() : String(character)
    }
    return text
  }

  /// What has to hold of every declaration.
  private struct Check: WordFactVisitor {
    typealias Failure = Never

    var checked = 0

    mutating func visit<Fact: WordFact>(word fact: Fact.Type) {
      let values = Array(Fact.Value.allCases)
      // The space, decision graphs and stated bytes all count on this order.
      #expect(values.map { $0.rawValue } == Array(0..<values.count), "\(fact)")
      #expect(values.count < 255, "\(fact): a value is stated in one byte")
      for value in values {
        #expect(value.word.text == kebab("\(value)"), "\(fact)")
      }
      checked += 1
    }
  }

  @Test func declarationsNameTheirValuesInOrder() {
    var check = Check()
    EngineFact.acceptAll(&check)
    #expect(check.checked == EngineFact.allCases.count - 4)
  }

  @Test func everyFactIsDeclaredAsItself() {
    for fact in EngineFact.allCases {
      let description = fact.described
      #expect(description.fact == fact)
      #expect(Set(description.values).count == description.values.count, "\(fact)")
      if let unset = description.unset {
        #expect(description.values.indices.contains(unset))
      }
    }
    let names = EngineFact.allCases.map { $0.name }
    #expect(Set(names).count == names.count)
    #expect(EngineFact.allCases.count <= 32, "stated values have a place for each fact")
  }

  @Test func rawValuesOfKindsAreFactValues() {
    // The reader stores these raw values, so their order is part of the schema.
    #expect(
      EngineFact.kind.values.dropLast().map { $0.text } == MethodKind.allCases.map { $0.name.text })
    #expect(EngineFact.kind.values.last == "none")
  }

  /// States every value with an attempt of every shape and reads it back.
  private struct RoundTrip: StatedFactVisitor {
    typealias Failure = Never

    let action: Name
    let shape: AttemptShape
    var carried = 0
    var refused = 0

    mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
      for value in Fact.Value.allCases {
        var attempt = Attempt(
          Action(action.text), with: Assertion(verified: "example.com"))
        var situation = Situation()
        switch fact.carrier {
        case .assertion: attempt.assertion?.stated[fact] = value
        case .attempt: attempt.stated[fact] = value
        case .link:
          attempt.link = Attempt.LinkRequest(isDomainAllowed: true, isHandledInApp: true)
          attempt.link?.stated[fact] = value
        case .situation: situation.stated[fact] = value
        }
        #expect(attempt.value(of: fact, in: situation) == value, "\(fact)")
      }
      if fact.isCarried(by: shape) {
        carried += 1
      } else {
        refused += 1
        #expect(!fact.refusal(of: action).isEmpty)
      }
    }
  }

  @Test func whatIsStatedIsRead() {
    var carried = 0
    var refused = 0
    for action in ActionDefinition.standard {
      for kind in MethodKind.allCases.map({ Optional($0) }) + [nil] {
        var trip = RoundTrip(action: action.name, shape: AttemptShape(action, kind))
        EngineFact.acceptAll(&trip)
        carried += trip.carried
        refused += trip.refused
      }
    }
    #expect(carried > 0 && refused > 0)
  }

  @Test func aVectorStartsUnset() {
    var facts = FactVector()
    #expect(EngineFact.allCases.allSatisfy { !facts.isSet($0.rawValue) })
    facts[.nonce] = 2
    #expect(facts.isSet(EngineFact.nonce.rawValue) && facts[.nonce] == 2)
    #expect(!facts.isSame(as: FactVector()))
    #expect(FactVector().isSame(as: FactVector()))
  }

  #if DEBUG
    @Test func readingAnUnsetFactStopsADebugBuild() async {
      await #expect(processExitsWith: .failure) {
        _ = FactVector()[.account]
      }
    }
  #endif
}

extension Attempt {
  /// The value of a stated fact, wherever its carrier is; the one it has unset where none is stated.
  fileprivate func value<Fact: StatedFact>(of fact: Fact.Type, in situation: Situation)
    -> Fact.Value
  {
    switch fact.carrier {
    case .assertion: assertion?.stated[fact] ?? fact.unset
    case .attempt: stated[fact]
    case .link: link?.stated[fact] ?? fact.unset
    case .situation: situation.stated[fact]
    }
  }
}
