internal import LinkPolicy

/// The holdings met so far, numbered, so that sets of them are sets of numbers.
///
/// What is asked of an account again and again, such as its methods of one issuer, is a set of
/// numbers too.
struct HoldingTable: Sendable {
  private(set) var holdings: [Holding] = []
  private var numbers: [Holding: Int] = [:]
  /// By provider, the number of its issuer.
  private let issuers: [Int]
  /// The methods by the issuer of their provider and by kind.
  private var methods: [[ValueSet]]
  /// The methods that sign in without being listed.
  private var superseded = ValueSet()
  /// What is somebody's in particular.
  private var ofOwner = ValueSet()
  private var ofAttacker = ValueSet()
  /// The codes.
  private var codes = ValueSet()

  /// A table without holdings.
  ///
  /// - Parameter providers: those that are played, in their order.
  init(_ providers: [PlayedProvider]) {
    issuers = providers.map { $0.issuer }
    methods = providers.map { _ in MethodKind.allCases.map { _ in ValueSet() } }
  }

  /// The number of a holding; it gets the next one where it is new.
  mutating func number(of holding: Holding) -> Int {
    if let number = numbers[holding] {
      return number
    }
    let number = holdings.count
    numbers[holding] = number
    holdings.append(holding)
    switch holding {
    case .method(let method):
      methods[issuers[method.provider]][Int(method.kind.rawValue)].insert(number)
      if method.isSuperseded {
        superseded.insert(number)
      }
    case .code: codes.insert(number)
    case .session, .factor: break
    }
    switch holding.actor {
    case .owner: ofOwner.insert(number)
    case .attacker: ofAttacker.insert(number)
    case nil: break
    }
    return number
  }

  subscript(number: Int) -> Holding { holdings[number] }

  /// The number of a holding that was met before; nil for any other.
  func known(_ holding: Holding) -> Int? { numbers[holding] }

  /// The members of a set that are as they should be.
  func numbers(in set: ValueSet, where isMeant: (Holding) -> Bool) -> [Int] {
    set.values.filter { isMeant(holdings[$0]) }
  }

  /// The members of a set that are methods of a provider's issuer and a kind.
  func methods(in set: ValueSet, of provider: Int, _ kind: MethodKind) -> [HeldNumber] {
    set.intersection(methods[issuers[provider]][Int(kind.rawValue)]).values.compactMap { number in
      guard case .method(let method) = holdings[number] else { return nil }
      return HeldNumber(number: number, method: method)
    }
  }

  /// Whether a set has a listed method of one of some kinds.
  func hasListed(_ set: ValueSet, _ kinds: MethodKindSet) -> Bool {
    let listed = set.subtracting(superseded)
    return MethodKind.allCases.contains { kind in
      kinds.contains(kind)
        && methods.contains { $0[Int(kind.rawValue)].intersects(listed) }
    }
  }

  /// The members of a set that are codes.
  func codes(in set: ValueSet) -> ValueSet { set.intersection(codes) }

  /// Who has something in a set.
  func holders(in set: ValueSet) -> ActorSet {
    var holders = ActorSet()
    if set.intersects(ofOwner) {
      holders.insert(.owner)
    }
    if set.intersects(ofAttacker) {
      holders.insert(.attacker)
    }
    return holders
  }
}

/// A method that an account may have, with its number.
struct HeldNumber: Sendable {
  var number: Int
  var method: HeldMethod
}
