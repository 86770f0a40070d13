internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyYAML

extension DiffCommand {
  /// Reads the approved changes from the file that `--approvals` names.
  ///
  /// A file of the repository is read from the revision, and any other file from its path.
  ///
  /// If the file of approvals came from the work tree, a change could approve itself.
  func approvals(
    _ tree: RevisionTree, _ terminal: Terminal
  ) throws(InvalidInput) -> ChangeApprovals? {
    guard let approved else { return nil }
    guard let path = try tree.pathInside(approved) else {
      return try ChangeApprovals(InputBytes.read(approved, terminal), name: approved)
    }
    guard let bytes = try tree.bytes(path) else {
      throw FileProblem.finding(
        about: approved,
        "revision `\(tree.revision)` has no `\(path)`, and a change cannot approve itself; merge the approval first, or give a file outside the repository"
      )
    }
    return try ChangeApprovals(bytes, name: tree.revision + ":" + path)
  }

  /// Returns the old version of a policy and reports the choice; if there is no old version, returns the exit code of
  /// the run.
  func oldVersion(
    of text: PolicyText, in path: String, _ tree: RevisionTree, _ terminal: inout Terminal
  ) throws(InvalidInput) -> (old: (text: PolicyText, name: String)?, code: ExitCode) {
    let revision = tree.revision
    var chosen: String?
    var result: (old: (text: PolicyText, name: String)?, code: ExitCode) = (nil, .undecided)
    let found: OldVersion
    do throws(InvalidInput) {
      found = try tree.oldVersion(of: text, in: path, comparesExtended: !allowsNew)
    } catch {
      let name = error.sources.files.first?.name ?? ""
      if name.hasPrefix(revision + ":"),
        let origin = try tree.origin(of: String(name.dropFirst(revision.count + 1)))
      {
        terminal.say("note: `\(name)` does not load with this version; commit \(origin) wrote it")
      }
      throw error
    }
    switch found {
    case .found(let old, let name, .samePath):
      result = ((old, name), .clean)
    case .found(let old, let name, .renamed):
      terminal.say("note: `\(path)` is compared with `\(name)`, which was renamed")
      chosen = name
      result = ((old, name), .clean)
    case .found(let old, let name, .extended):
      terminal.say(
        "note: `\(path)` is new since `\(revision)`, and compared with its base, `\(name)`")
      result = ((old, name), .clean)
    case .none where allowsNew:
      terminal.say("note: `\(path)` is new since `\(revision)`: nothing was compared")
      result = (nil, .clean)
    case .none:
      terminal.say(
        "error: nothing was compared: `\(path)` is new since `\(revision)`, and extends no policy")
      terminal.say("  = help: review all of it, then pass `--new-policy allow`")
    case .ambiguous(let names):
      let list = names.joined(separator: ", ")
      terminal.say("error: nothing was compared: `\(path)` may have been any of `\(list)`")
      terminal.say("  = help: rename or delete policies in a separate change")
    }
    for (deleted, _) in try tree.deletedPolicies() where revision + ":" + deleted != chosen {
      terminal.say("note: the policy `\(deleted)` was deleted since `\(revision)`")
    }
    return result
  }

  /// Replaces the names of files in a report by their paths from the root of the repository.
  func rename(_ report: inout DifferenceReport, in tree: RevisionTree) throws(InvalidInput) {
    let own = sources.new.name
    let shown = try tree.path(of: own)
    let folders = Sides(old: own.dropLast(shown.count), new: Substring(tree.root + "/"))
    report.rename { name in
      // Base policies are in the policy's folder or in a subfolder, and shipped policies have no path.
      if name == own { return shown }
      for folder in [folders.old, folders.new] where !folder.isEmpty && name.hasPrefix(folder) {
        return String(name.dropFirst(folder.count))
      }
      return name
    }
  }

  /// With a gate, compares the policies that extend the gated policy, because a change of the gated policy changes them
  /// too; without a gate, compares none.
  func dependents(
    of path: String, in tree: RevisionTree, approvals: ChangeApprovals?, _ terminal: inout Terminal
  ) throws(InvalidInput) -> [DependentVerdict] {
    guard let gate else { return [] }
    let found = try tree.dependents(of: path, terminal)
    var verdicts = found.broken.map { DependentVerdict(path: $0, outcome: .invalid) }
    for (name, text) in found.policies {
      let shown = String(name.dropFirst(tree.root.count + 1))
      let version = try oldVersion(of: text, in: name, tree, &terminal)
      guard let old = version.old else {
        let isAllowed = version.code == .clean
        verdicts.append(
          DependentVerdict(path: shown, outcome: isAllowed ? .new : .incomparable))
        continue
      }
      let pair = try CompiledPair(Sides(old: old.text, new: text))
      do throws(ComparisonRefusal) {
        let difference = try PolicyDifference(
          old: pair.policies.old, new: pair.policies.new, cells: pair.cells)
        let digests = Sides { pair.policies[$0].digest }
        let accepted = approvals?.approvals(of: digests).flatMap { $0.kinds } ?? []
        let stopped = gate.stopped(difference).filter { !accepted.contains($0) }
        verdicts.append(
          DependentVerdict(path: shown, outcome: stopped.isEmpty ? .passed : .stopped(stopped)))
      } catch {
        terminal.say(error, pair.policies)
        verdicts.append(DependentVerdict(path: shown, outcome: .incomparable))
      }
    }
    return verdicts
  }

  /// Prints the verdicts on the policies that extend the gated policy, and returns the exit code of the verdicts.
  func report(_ dependents: [DependentVerdict], _ terminal: inout Terminal) -> ExitCode {
    var code = ExitCode.clean
    for dependent in dependents {
      let path = dependent.path
      switch dependent.outcome {
      case .passed: terminal.say("the gate lets `\(path)` pass, which extends the policy")
      case .stopped(let kinds):
        let list = kinds.map { $0.rawValue }.joined(separator: ", ")
        terminal.say("the gate stops `\(path)`, which extends the policy: \(list)")
        code.join(.findings)
      case .invalid:
        terminal.say(
          "error: `\(path)` was not compared: it extends `\(sources.new.name)`, and no longer loads"
        )
        code.join(.invalidInput)
      case .incomparable: code.join(.undecided)
      case .new: break
      }
    }
    return code
  }
}
