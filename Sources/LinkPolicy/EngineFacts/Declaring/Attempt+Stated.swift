extension Attempt {
  /// Creates an attempt that carries a method, such as a sign-in or a link.
  ///
  /// - Parameters:
  ///   - action: what is tried, such as ``Action/signIn``.
  ///   - assertion: what the service has verified.
  ///   - hasConsent: whether the person agreed to link, where a provider asks for that.
  ///   - tenant: the tenant the attempt is made in; nil outside of tenants.
  public init(
    _ action: Action, with assertion: Assertion, hasConsent: Bool = false, tenant: String? = nil
  ) {
    self.init(action, carrying: assertion, tenant: tenant)
    if hasConsent {
      self.hasConsent = true
    }
  }

  /// Hands the declarations of the facts on that are stated anywhere in the attempt.
  func acceptStated<Visitor: FactVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var left = statedFacts
    while left != 0 {
      if let fact = EngineFact(rawValue: left.trailingZeroBitCount) {
        try fact.accept(&visitor)
      }
      left &= left - 1
    }
  }

  /// What is stated of a fact in the assertion; what it has unset where nothing is.
  func assertedValue<Fact: StatedFact>(of fact: Fact.Type) -> Fact.Value {
    assertedValue(of: fact.fact).flatMap { Fact.Value(rawValue: $0) } ?? fact.unset
  }
}

extension Attempt.LinkRequest {
  /// Creates the checks of a requested link.
  ///
  /// - Parameters:
  ///   - isDomainAllowed: whether the link's domain is on the service's list.
  ///   - isHandledInApp: whether the link is to be opened in the app.
  public init(isDomainAllowed: Bool, isHandledInApp: Bool) {
    stated = StatedValues()
    self.isDomainAllowed = isDomainAllowed
    self.isHandledInApp = isHandledInApp
  }

  /// Whether the link's domain is on the service's list.
  public var isDomainAllowed: Bool {
    get { stated[LinkDomainFact.self] == .allowed }
    set { stated[LinkDomainFact.self] = newValue ? .allowed : .refused }
  }

  /// Whether the link is to be opened in the app.
  public var isHandledInApp: Bool {
    get { stated[LinkInAppFact.self] == .on }
    set { stated[LinkInAppFact.self] = newValue ? .on : .off }
  }
}
