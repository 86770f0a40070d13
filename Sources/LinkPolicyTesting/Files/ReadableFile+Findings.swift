internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicySystem

/// What keeps files of vectors from being read, as findings about them.
extension ReadableFile {
  /// Opens a regular file by its path, wherever links lead.
  static func opened(
    _ path: String, noting register: FileRegister?
  ) throws(InvalidInput) -> ReadableFile {
    do throws(FileProblem) {
      return try ReadableFile(path, noting: register)
    } catch {
      throw error.finding(about: path)
    }
  }

  /// Opens a file of a suite, part by part, following no symbolic link below the suite's folder.
  static func opened(
    below folder: String, _ components: [String], noting register: FileRegister?
  ) throws(InvalidInput) -> ReadableFile {
    do throws(PathProblem) {
      return try ReadableFile(below: folder, components, noting: register)
    } catch {
      switch error.problem {
      case .link(let path): throw linkFinding(path)
      case .system, .directory, .noFile, .tooLarge:
        throw error.problem.finding(about: error.path)
      }
    }
  }

  /// The next bytes; none at the end.
  func nextBytes() throws(InvalidInput) -> [UInt8] {
    do throws(FileProblem) {
      return try next()
    } catch {
      throw error.finding(about: name)
    }
  }

  /// All bytes; refused where there are more than the limit.
  func allBytes(limit: Int) throws(InvalidInput) -> [UInt8] {
    do throws(FileProblem) {
      return try all(limit: limit)
    } catch {
      throw error.finding(about: name)
    }
  }

  private static func linkFinding(_ path: String) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: path)])
    return InvalidInput(
      [
        Diagnostic(
          .suiteLink, .error, "`\(path)` is a symbolic link; a suite has its files in its folder",
          at: SourcePosition(line: 1, column: 1), help: "put the file there itself")
      ], in: sources)
  }
}
