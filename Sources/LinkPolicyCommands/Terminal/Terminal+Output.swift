internal import LinkPolicySystem

extension Terminal {
  /// Starts the outputs of an option that may not be given.
  func output(to path: String?) throws(OutputProblem) -> OutputFile? {
    guard let path else { return nil }
    return try OutputFile(path, files)
  }

  /// Writes an output to its end, and says where that is not possible.
  mutating func finish(_ file: OutputFile, with bytes: [UInt8]) -> ExitCode {
    file.write(bytes)
    return commit(file)
  }

  /// Makes an output the content of its file, and says where that is not possible.
  mutating func commit(_ file: OutputFile) -> ExitCode {
    // One that leads to standard output comes after what was written there before.
    output.flush()
    do throws(OutputProblem) {
      try file.commit()
      return .clean
    } catch {
      return say(error)
    }
  }
}
