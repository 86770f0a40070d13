internal import LinkPolicy
public import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// The known failures on a given day, from cases and from a separate list.
///
/// If a case has an entry but passes, the case counts as failed, because the entry would hide the next real failure.
/// The caller provides the current day, because the library reads no clock.
public struct KnownFailures: Sendable {
  /// The current day, which determines the entries that have expired.
  public var today: CalendarDate
  /// The entries of the list, by case id.
  private var listed: [Name: [KnownFailure]] = [:]

  /// Creates the known failures of a day.
  ///
  /// The entries inside cases always apply. An entry of the list must name a case; the initializer ignores an entry
  /// without a case.
  ///
  /// - Parameters:
  ///   - today: the current day, which determines the entries that have expired.
  ///   - entries: the entries of the list that belongs to a suite.
  public init(today: CalendarDate, _ entries: [KnownFailure] = []) {
    self.today = today
    for entry in entries {
      if let id = entry.id {
        listed[Name(id), default: []].append(entry)
      }
    }
  }

  /// Returns whether an entry may apply to a case; true for every case if the list has an entry.
  func concerns(_ vector: VectorCase) -> Bool {
    !vector.known.isEmpty || !listed.isEmpty
  }

  /// Returns the entry for a case, preferably an entry that has not expired.
  ///
  /// An entry in a case applies to every implementation, under the policy that the entry names.
  ///
  /// - Parameters:
  ///   - vector: the case.
  ///   - policy: the name of the policy under which the case ran; nil if the case needs no policy.
  ///   - runner: the name of the implementation that ran the case; nil for this engine.
  /// - Returns: the entry, which excuses a failure unless the entry has expired; nil if no entry of the case or of the
  ///   list applies.
  public func entry(
    about vector: VectorCase, under policy: String?, runner: String? = nil
  ) -> KnownFailure? {
    guard concerns(vector) else { return nil }
    var entries = vector.known.filter { Self.isSame($0.policy, policy) }
    if !listed.isEmpty {
      entries += (listed[Name(vector.id)] ?? []).filter { entry in
        (entry.policy == nil || Self.isSame(entry.policy, policy))
          && (entry.runner == nil || Self.isSame(entry.runner, runner))
      }
    }
    return entries.first { !$0.isExpired(on: today) } ?? entries.first
  }

  private static func isSame(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return false }
    return a.hasSameBytes(as: b)
  }
}

extension KnownFailures {
  /// Reads a list of known failures, `known: [{id, reason, until?, weakness?, policy?, runner?}]`.
  ///
  /// The format is JSON if the file's name ends in `.json`, and YAML otherwise.
  ///
  /// - Parameters:
  ///   - bytes: the text of the list, in UTF-8.
  ///   - name: the name of the file in findings.
  /// - Returns: the entries, in the order of the list.
  /// - Throws: an `InvalidInput` with every finding.
  public static func entries(
    _ bytes: [UInt8], name: String
  ) throws(InvalidInput) -> [KnownFailure] {
    if let refusal = FileKind.refusal(wanting: .known, bytes, name: name) {
      throw refusal
    }
    let format: VectorReader.Format = name.hasSuffix(".json") ? .json : .yaml
    let tree = try VectorReader.tree(bytes, name: name, format: format)
    var findings = JSONFindings(tree.locator)
    var entries: [KnownFailure] = []
    if var reader = JSONObjectReader(tree.root, &findings) {
      for element in reader.elements("known", &findings) ?? [] {
        if let entry = KnownFailure(element, isListed: true, &findings) {
          entries.append(entry)
        }
      }
      reader.finish(&findings)
    }
    try findings.check(in: tree.sources)
    return entries
  }
}
