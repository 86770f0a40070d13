internal import LinkPolicy
internal import LinkPolicyJSON

extension VectorRun.Failure {
  /// The failure as text: id, steps, what was expected and got, what decided, and how to play it
  /// again.
  public var report: String {
    let vector = played.vector
    let sources = SourceMap(files: [SourceMap.File(name: vector.file)])
    var text = "FAILED " + Name(vector.id).printable
    text += " at " + sources.describe(vector.position)
    text += vector.title.map { " (" + Name($0).printable + ")" } ?? ""
    text += "\n"
    var step: Int?
    for (index, mismatch) in mismatches.enumerated() {
      if index == 0 || mismatch.step != step {
        step = mismatch.step
        text += heading(mismatch, sources)
      }
      text += "    " + Name(mismatch.key).printable + ": expected "
      text += Name(mismatch.expected).printable + ", got " + Name(mismatch.got).printable + "\n"
    }
    text += "  again: linkpolicy test --id " + Self.shell(vector.id)
    text += policy.map { " --policy " + Self.shell($0) } ?? ""
    return text + " " + Self.shell(vector.file) + "\n"
  }

  private func heading(_ mismatch: Mismatch, _ sources: SourceMap) -> String {
    let vector = played.vector
    guard let number = mismatch.step else {
      guard mismatch.key != "known" else { return "" }
      guard vector.sequence != nil else {
        return "  " + vector.kind + ", " + sources.describe(mismatch.position) + ":\n"
      }
      return "  at the end, " + sources.describe(mismatch.position) + "\n"
    }
    let step = played.steps[number - 1]
    var text = "  step \(number), " + sources.describe(mismatch.position) + ": "
    text += Name(step.step.content.plainWords).printable + "\n"
    if let decision = step.decision {
      text += "    decided by " + Name(decision.explanation).printable + "\n"
    }
    return text
  }

  /// A word that a shell takes as it is, in single quotes where it must be.
  private static func shell(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/")]
          .contains(byte)
    }
    guard !isPlain || word.isEmpty else { return word }
    return "'"
      + Name(word).printable.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}

extension VectorRun {
  /// The failures and the counts, as text.
  public var report: String {
    var text = ""
    for failure in failures {
      text += failure.report + "\n"
    }
    if failed > failures.count {
      text += "\(failed - failures.count) more failures are not shown\n"
    }
    guard count > 0 else {
      return text + "no case was played: zero cases are a failure\n"
    }
    text += "\(passed) passed, \(failed) failed, "
    text += known > 0 ? "\(known) known to fail, " : ""
    return text + "\(steps) \(steps == 1 ? "step" : "steps")\n"
  }
}
