import Glibc
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyReview
import LinkPolicyYAML

/// A random adversary: plays what an owner and an attacker can do, and says whether an account was
/// taken over.
///
/// It shares nothing with `prove` but the engine, so that neither repeats a mistake of the other.
/// `hunt POLICY... [--steps N] [--seed N] [--every N] [--offset N] [--stop] [--json]`; a policy is a
/// shipped name or a file. With `--edits`, edits of one policy are hunted instead, as `linkpolicy mutate` names them,
/// an id a line of the standard input. Ends with 1 where something is broken, and with 2 where it cannot begin.
@main
struct Hunt {
  private var policies: [String] = []
  private var limits = HuntRun.Limits()
  private var every = 1
  private var offset = 0
  private var writesJSON = false
  private var readsEdits = false

  static func main() {
    guard let hunt = Hunt(CommandLine.arguments.dropFirst()) else {
      fail(
        "usage: hunt POLICY... [--steps N] [--seed N] [--every N] [--offset N] [--edits] [--stop] [--json]"
      )
    }
    exit(hunt.run() ? 1 : 0)
  }

  private static func fail(_ message: String) -> Never {
    print("hunt: " + message)
    exit(2)
  }

  /// Reads the arguments; nil where they cannot be understood.
  private init?(_ arguments: ArraySlice<String>) {
    var words = arguments
    func number() -> Int? {
      guard let value = words.popFirst().flatMap({ Int($0) }), value >= 0 else { return nil }
      return value
    }
    while let word = words.popFirst() {
      switch word {
      case "--stop": limits.stopsAtBreak = true
      case "--json": writesJSON = true
      case "--edits": readsEdits = true
      case "--steps", "--seed", "--every", "--offset":
        guard let value = number() else { return nil }
        switch word {
        case "--steps": limits.steps = value
        case "--seed": limits.seed = UInt64(value)
        case "--every": every = max(value, 1)
        default: offset = value
        }
      default:
        guard !word.hasPrefix("-") else { return nil }
        policies.append(word)
      }
    }
    guard !policies.isEmpty else { return nil }
  }

  /// Hunts under each policy, or under each edit of one; whether something was broken.
  private func run() -> Bool {
    var isBroken = false
    if readsEdits {
      guard policies.count == 1, let policy = load(policies[0]) else {
        Self.fail("--edits takes one policy, which loads")
      }
      let loader = MutantLoader(policy)
      let mutants = MutationRun.mutants(of: policy, MutationRun.MutationOptions())
      let places = Dictionary(
        mutants.indices.map { (mutants[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
      var number = 0
      while let id = readLine() {
        defer { number += 1 }
        guard number % every == offset % every else { continue }
        guard let place = places[id], let edited = loader.load(mutants[place])?.policy else {
          Self.fail("`\(id)` is no edit that makes a policy")
        }
        isBroken = hunt(edited, named: id) || isBroken
      }
      return isBroken
    }
    for (place, name) in policies.enumerated() where place % every == offset % every {
      guard let policy = load(name) else { continue }
      isBroken = hunt(policy, named: name) || isBroken
    }
    return isBroken
  }

  /// The policy of a name or file; one that does not load is told, and is nobody's policy.
  private func load(_ name: String) -> CompiledPolicy? {
    do throws(InvalidInput) {
      return Presets.names.contains(name)
        ? try Presets.compiled(named: name)
        : try CompiledPolicy(yamlFile: name, names: Presets.finder)
    } catch {
      print(HuntReport.refusal(name, error, asJSON: writesJSON))
      return nil
    }
  }

  /// Hunts under a policy and tells what came of it; whether something was broken.
  private func hunt(_ policy: CompiledPolicy, named name: String) -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let run = HuntRun(policy, limits)
    let time = (clock.now - start).components
    let seconds = Double(time.seconds) + Double(time.attoseconds) * 1e-18
    let report = HuntReport(name: name, run: run, seed: limits.seed, seconds: seconds)
    print(writesJSON ? report.json : report.text, terminator: "")
    return !run.breaks.isEmpty
  }
}
