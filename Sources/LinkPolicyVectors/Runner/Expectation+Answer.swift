internal import LinkPolicy

/// An answer of another implementation has the shape of an expectation in which every key that it
/// knows is written.
extension Expectation: StepAnswer {
  var isCarriedOut: Bool { true }

  func name(on platform: String) -> String? {
    names.first { $0.name.hasSameBytes(as: platform) }?.value
  }
}

extension Expectation {
  /// What of it can be expected of another implementation that answers some keys; nil for all.
  ///
  /// The outcome always can. The row and table that decided, facts and effects are this engine's
  /// own.
  func normative(_ keys: Set<Name>?) -> Expectation {
    var result = self
    result.row = nil
    result.table = nil
    result.effects = nil
    result.facts = []
    guard let keys else { return result }
    if !keys.contains("error") { result.error = nil }
    if !keys.contains("shown") { result.shown = nil }
    if !keys.contains("account") { result.account = nil }
    if !keys.contains("new") { result.isNew = nil }
    if !keys.contains("ask") { result.ask = nil }
    if !keys.contains("tell") { result.tell = nil }
    if !keys.contains("told") { result.told = nil }
    if !keys.contains("ticket") { result.hasTicket = nil }
    if !keys.contains("session") { result.opensSession = nil }
    if !keys.contains("listeners") { result.listeners = nil }
    if !keys.contains("removed") { result.removed = nil }
    if !keys.contains("names") { result.names = [] }
    return result
  }
}
