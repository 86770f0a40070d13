internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// Whether a policy can be set so that nobody is shown whether an address is known that he has not proved.
struct EnumerationFinding: Sendable {
  /// The combinations of settings that were looked at.
  let combinations: ProtectingSettings
  /// The changes from the first values under which the tables show nothing; nil where there are none.
  let protecting: [ProtectingSettings.Change]?
  /// The tables that show nothing there because they let nothing through, as they do under other values.
  let switchedOff: [Name]
  /// The place of the combination under which fewest rows show it; nil where none was asked about.
  let mostProtecting: Int?
  /// The places of the combinations that were asked about: those under which something is let through, unless none lets anything.
  let asked: [Int]
  /// The rows that may show it under the settings where fewest do; empty where nothing does.
  let suspects: [RowName]

  init(_ policy: CompiledPolicy, given: Settings) {
    let tables = EnumerationTables(policy)
    combinations = ProtectingSettings(policy, relevant: tables.settings, given: given)
    var fewest: [RowName]?
    var mostProtecting: Int?
    var protecting: [ProtectingSettings.Change]?
    var switchedOff: [Name] = []
    var asked: [Int] = []
    let all = combinations.all(given: given).map { policy.conditions(on: $0) }
    // A service that lets nothing through tells nothing; it is meant only where no setting lets anything.
    let isOffered = all.contains { tables.allowsAnything(under: $0) }
    for (place, settings) in all.enumerated() {
      guard !isOffered || tables.allowsAnything(under: settings) else { continue }
      asked.append(place)
      let rows = tables.telling(under: settings)
      if rows.count < fewest?.count ?? .max {
        fewest = rows
        mostProtecting = place
      }
      if rows.isEmpty {
        protecting = combinations.changes[place]
        switchedOff = tables.switchedOff(under: settings)
        break
      }
    }
    self.protecting = protecting
    self.asked = asked
    self.switchedOff = switchedOff
    self.mostProtecting = mostProtecting
    suspects = fewest ?? []
  }
}
