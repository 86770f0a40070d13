internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyYAML

extension DiffCommand {
  /// The old version of a policy, after saying which it is; without one, the code of the run.
  func oldVersion(
    of text: PolicyText, in path: String, _ tree: RevisionTree, _ terminal: inout Terminal
  ) throws(InvalidInput) -> (old: (text: PolicyText, name: String)?, code: ExitCode) {
    let revision = tree.revision
    var chosen: String?
    var result: (old: (text: PolicyText, name: String)?, code: ExitCode) = (nil, .undecided)
    switch try tree.oldVersion(of: text, in: path, comparesExtended: !allowsNew) {
    case .found(let old, let name, .samePath):
      result = ((old, name), .clean)
    case .found(let old, let name, .renamed):
      terminal.say("note: `\(path)` is compared with `\(name)`, which was renamed")
      chosen = name
      result = ((old, name), .clean)
    case .found(let old, let name, .extended):
      terminal.say(
        "note: `\(path)` is new since `\(revision)`, and compared with what it extends, `\(name)`")
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
      terminal.say("  = help: rename or delete policies in a change of its own")
    }
    for (deleted, _) in try tree.deletedPolicies() where revision + ":" + deleted != chosen {
      terminal.say("note: the policy `\(deleted)` was deleted since `\(revision)`")
    }
    return result
  }

  /// Compares the policies that extend one which is gated: a change of a base is one of each of them.
  func dependents(
    of path: String, _ tree: RevisionTree, _ terminal: inout Terminal
  ) throws(InvalidInput) -> ExitCode {
    guard let gate else { return .clean }
    var code = ExitCode.clean
    let found = try tree.dependents(of: path, terminal)
    for name in found.broken {
      terminal.say("error: `\(name)` was not compared: it extends `\(path)`, and loads no longer")
      code.join(.invalidInput)
    }
    for (name, text) in found.policies {
      let shown = String(name.dropFirst(tree.root.count + 1))
      let version = try oldVersion(of: text, in: name, tree, &terminal)
      code.join(version.code)
      guard let old = version.old else { continue }
      let pair = try CompiledPair(Sides(old: old.text, new: text))
      do throws(ComparisonRefusal) {
        let difference = try PolicyDifference(
          old: pair.policies.old, new: pair.policies.new, cells: pair.cells)
        let stopped = gate.stopped(difference).map { $0.rawValue }.joined(separator: ", ")
        if stopped.isEmpty {
          terminal.say("the gate lets `\(shown)` pass, which extends it")
        } else {
          terminal.say("the gate stops `\(shown)`, which extends it: \(stopped)")
          code.join(.findings)
        }
      } catch {
        terminal.say(error, pair.policies)
        code.join(.undecided)
      }
    }
    return code
  }
}
