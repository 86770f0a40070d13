import Glibc
import LinkPolicy
import LinkPolicyPresets
import LinkPolicyPresetsYAML
import LinkPolicyYAML

/// A random adversary: plays what an owner and an attacker can do, and says whether an account was
/// taken over.
///
/// It shares nothing with `prove` but the engine, so that neither repeats a mistake of the other.
/// `hunt POLICY... [--steps N] [--seed N] [--every N] [--offset N] [--stop] [--json]`; a policy is a
/// shipped name or a file. Ends with 1 where something is broken, and with 2 where it cannot begin.
@main
struct Hunt {
  private var policies: [String] = []
  private var limits = HuntRun.Limits()
  private var every = 1
  private var offset = 0
  private var writesJSON = false

  static func main() {
    guard let hunt = Hunt(CommandLine.arguments.dropFirst()) else {
      fail(
        "usage: hunt POLICY... [--steps N] [--seed N] [--every N] [--offset N] [--stop] [--json]")
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

  /// Hunts under each policy; whether something was broken.
  private func run() -> Bool {
    var isBroken = false
    for (place, name) in policies.enumerated() where place % every == offset % every {
      let policy: CompiledPolicy
      do throws(InvalidInput) {
        policy =
          Presets.names.contains(name)
          ? try Presets.compiled(named: name)
          : try CompiledPolicy(yamlFile: name, names: Presets.finder)
      } catch {
        // A mutant that does not load is nobody's policy.
        print(HuntReport.refusal(name, error, asJSON: writesJSON))
        continue
      }
      let clock = ContinuousClock()
      let start = clock.now
      let run = HuntRun(policy, limits)
      let time = (clock.now - start).components
      let seconds = Double(time.seconds) + Double(time.attoseconds) * 1e-18
      let report = HuntReport(name: name, run: run, seed: limits.seed, seconds: seconds)
      print(writesJSON ? report.json : report.text, terminator: "")
      isBroken = isBroken || !run.breaks.isEmpty
    }
    return isBroken
  }
}
