internal import LinkPolicy
internal import LinkPolicyJSON

/// What a decided attempt came to, whoever decided: the one shape that expectations are held
/// against.
///
/// Nil means that nothing was answered, which no expectation of that key lets pass.
protocol StepAnswer {
  var isAllowed: Bool? { get }
  /// Whether the store took what was decided; where it did not, nothing that the store makes is
  /// compared.
  var isCarriedOut: Bool { get }
  var error: String? { get }
  var shown: String? { get }
  var row: String? { get }
  var table: String? { get }
  var effects: [Effect]? { get }
  var ask: Remedy? { get }
  var tell: [Disclosure]? { get }
  var told: ExpectedTold? { get }
  var hasTicket: Bool? { get }
  var facts: [(name: String, value: String)] { get }
  var account: ExpectedText? { get }
  var isNew: Bool? { get }
  var opensSession: Bool? { get }
  var listeners: [ExpectedNotice]? { get }
  var removed: [ExpectedMethod]? { get }
  /// The change set in the shape in which lines of `decide` carry it.
  var changeSet: JSONValue? { get }

  /// The name of the error on a platform.
  func name(on platform: String) -> String?
}
