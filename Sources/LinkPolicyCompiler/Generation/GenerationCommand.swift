package import LinkPolicyDiagnostics
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// The program that the build plugin runs: a policy file in, Swift source out.
package enum GenerationCommand {
  /// How the program ends; the numbers are those of `linkpolicy`.
  package enum Ending: Int32, Sendable {
    case clean = 0
    case usage = 2
    case invalidInput = 3
    case notWritten = 70
  }

  static var usage: TerminalText {
    "usage: linkpolicy-swift POLICY.linkpolicy.yaml --out FILE.swift\n"
  }

  /// The module that the source imports, whose name no type in it can have.
  private static var library: String { "LinkPolicy" }

  /// The end of the names of the files that a build compiles.
  package static var ending: String { ".linkpolicy.yaml" }

  /// Reads the policy, and writes the source where all of it is in order.
  ///
  /// - Parameters:
  ///   - arguments: what follows the program's name.
  ///   - say: takes what is to be said on standard error, such as findings in the form that builds show at their lines.
  /// - Returns: how the program is to end.
  package static func run(_ arguments: [String], _ say: (TerminalText) -> Void) -> Ending {
    guard arguments.count == 3, arguments[1] == "--out", !arguments[0].hasPrefix("-") else {
      say(usage)
      return .usage
    }
    let (path, target) = (arguments[0], arguments[2])
    let file = path.split(separator: "/").last.map { String($0) } ?? path
    guard let type = typeName(ofFile: file) else {
      say(
        "error: `\(path)` names no type: call it `sign-in\(ending)`, with letters before the first dot\n"
      )
      return .invalidInput
    }
    guard type != library else {
      say(
        "error: `\(path)` would be the type `\(type)`, which is the name of the library: call the file otherwise\n"
      )
      return .invalidInput
    }
    // What was read is never written over.
    let files = FileRegister()
    let bytes: [UInt8]
    do throws(InvalidInput) {
      let text = try PolicyText(file: path, names: Presets.finder, noting: files)
      let policy = try CompiledPolicy(text.document)
      for warning in policy.warnings {
        say(BuildMessage(warning, in: policy.document.sources).text)
      }
      bytes = try PolicyAccessors(policy, type: type, file: file).source().bytes
    } catch {
      for diagnostic in error.diagnostics {
        say(BuildMessage(diagnostic, in: error.sources).text)
      }
      return .invalidInput
    }
    do throws(OutputProblem) {
      let output = try OutputFile(target, files)
      output.write(bytes)
      try output.commit()
      return .clean
    } catch {
      say("error: \(error.message)\n")
      return .notWritten
    }
  }

  /// The type for a file: `sign-in.linkpolicy.yaml` has `SignInPolicy`.
  ///
  /// - Parameter file: the name of the file, without folders.
  /// - Returns: the identifier; nil where the name has no letter or digit, or ends otherwise.
  package static func typeName(ofFile file: String) -> String? {
    guard file.hasSuffix(ending) else { return nil }
    let name = SwiftNames.camelCase(String(file.dropLast(ending.count)), capital: true)
    return name.isEmpty ? nil : name + "Policy"
  }
}
