internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// Tells which cases are about one policy, however they and the command line spell its name.
struct PolicyKinship {
  /// What the policy that a case names is to the one in question.
  enum Kinship {
    /// It is the same: the same shipped one, the same file wherever links and `..` lead, or one of
    /// the same meaning.
    case own
    /// It is one that the policy in question extends.
    case extended
    /// It is another one.
    case other
  }

  /// A policy that is shipped, or a file under its one path.
  private enum Place: Equatable {
    case shipped(Name)
    case file(Name)

    /// The place of what the command line or a case names.
    init(named name: String) {
      self = Presets.names.contains(name) ? .shipped(Name(name)) : Self.file(at: name)
    }

    /// The place of a file.
    static func file(at path: String) -> Place {
      .file(Name(InputFile.resolved(path) ?? path))
    }
  }

  private let policy: CompiledPolicy
  private let own: Place?
  private let extended: [Place]
  private let policies: CasePolicies
  /// What was found of each name, which nearly every case shares with the one before.
  private var known: [Name: Kinship] = [:]

  /// Prepares to tell which cases are about a policy, of those whose policies are found so.
  init(_ source: PolicySource, _ policy: CompiledPolicy, _ policies: CasePolicies) {
    self.policy = policy
    self.policies = policies
    own = source.isStandardInput ? nil : Place(named: source.name)
    // A file that is extended is shown with its folder, a shipped policy without.
    extended = policy.sources.files.dropFirst().map { file in
      let shipped = Presets.names.first { ($0 + ".yaml").hasSameBytes(as: file.name) }
      return shipped.map { .shipped(Name($0)) } ?? Place.file(at: file.name)
    }
  }

  /// What the policy that a case names is to the one in question.
  ///
  /// Throws an ``InvalidInput`` where there is no such policy, or it is broken.
  mutating func kinship(of vector: VectorCase) throws(InvalidInput) -> Kinship {
    try kinship(named: Name(try policies.name(for: vector)))
  }

  /// The same of a policy as ``CasePolicies`` names it.
  private mutating func kinship(named name: Name) throws(InvalidInput) -> Kinship {
    if let found = known[name] {
      return found
    }
    let place = Place(named: name.text)
    var found = Kinship.other
    if place == own {
      found = .own
    } else if extended.contains(place) {
      found = .extended
    } else if try policies.policy(named: name.text).policy.digest == policy.digest {
      found = .own
    }
    known[name] = found
    return found
  }

  /// Whether the name that an entry of known failures gives is the policy's own, or that of one that
  /// it extends.
  func isNamed(_ name: String) -> Bool {
    let place = Place(named: name)
    return name.hasSameBytes(as: policy.name) || place == own || extended.contains(place)
  }

  /// A number of cases in words.
  static func cases(_ count: Int) -> String { count == 1 ? "1 case" : "\(count) cases" }
}
