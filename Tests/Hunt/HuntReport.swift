import LinkPolicy
import LinkPolicyDiagnostics

/// What is said of a run, as text or as a line of JSON.
struct HuntReport {
  let name: String
  let run: HuntRun
  let seed: UInt64
  let seconds: Double

  private var perSecond: Int { seconds > 0 ? Int(Double(run.steps) / seconds) : 0 }

  /// What was found, as lines for a person.
  var text: String {
    var text =
      "\(name): \(run.steps) steps in \(run.episodes) episodes, \(run.allowed) allowed,"
      + " seed \(seed), \(perSecond) steps/s\n"
    if run.breaks.isEmpty {
      text += "  nothing is broken\n"
    }
    for (broken, found) in run.breaks {
      text += "  \(broken.id) broken, \(broken.meaning), at \(found.shortest.site.domain):"
      text += " \(found.count) times, first after \(found.after) steps\n"
      for line in found.shortest.lines(in: run.game) {
        text += "    \(line)\n"
      }
    }
    return text
  }

  /// The same as one line of JSON.
  var json: String {
    let breaks = run.breaks.map { broken, found in
      let lines = found.shortest.lines(in: run.game).map { Self.quoted($0) }
      return Self.quoted(broken.id) + ": {\"after\": \(found.after), \"count\": \(found.count),"
        + " \"domain\": \(Self.quoted(found.shortest.site.domain)),"
        + " \"steps\": [\(lines.joined(separator: ", "))]}"
    }
    return "{\"policy\": \(Self.quoted(name)), \"seed\": \(seed), \"steps\": \(run.steps),"
      + " \"allowed\": \(run.allowed), \"perSecond\": \(perSecond),"
      + " \"broken\": {\(breaks.joined(separator: ", "))}}\n"
  }

  /// What is said of a policy that does not load.
  static func refusal(_ name: String, _ error: InvalidInput, asJSON: Bool) -> String {
    let message = error.diagnostics.first?.message ?? "it does not load"
    return asJSON
      ? "{\"policy\": \(quoted(name)), \"refused\": \(quoted(message))}"
      : "\(name): \(message)"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where scalar.value < 0x20: quoted += " "
      default: quoted += String(scalar)
      }
    }
    return quoted + "\""
  }
}
