package import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// The program that the build plugin runs, which reads a policy file and writes Swift source.
package enum GenerationCommand {
  /// The exit status of the program, with the same numbers as `linkpolicy`.
  package enum GenerationExitCode: Int32, Sendable {
    case clean = 0
    case usage = 2
    case invalidInput = 3
    case notWritten = 70
  }

  static var usage: TerminalText {
    "usage: linkpolicy-swift POLICY.linkpolicy.yaml --out FILE.swift\n"
  }

  /// The module that the generated source imports; no generated type may have the module's name.
  private static var library: String { "LinkPolicy" }

  /// The file name suffix of the policies that a build compiles, as in `sign-in.linkpolicy.yaml`.
  package static var ending: String { ".linkpolicy.yaml" }

  /// Reads the policy and, for a valid policy, writes the source.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the program's name.
  ///   - say: a function that prints text to standard error, such as findings in the format of compiler messages.
  /// - Returns: the exit status.
  package static func run(
    _ arguments: [String], _ say: (TerminalText) -> Void
  ) -> GenerationExitCode {
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
        "error: `\(path)` would be the type `\(type)`, which is the name of the library: rename the file\n"
      )
      return .invalidInput
    }
    // The register prevents the output from overwriting an input.
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

  /// Returns the type name for a file: `SignInPolicy` for `sign-in.linkpolicy.yaml`.
  ///
  /// - Parameter file: the name of the file, without folders.
  /// - Returns: the identifier; nil if the name has no letter or digit, or does not have the suffix.
  package static func typeName(ofFile file: String) -> String? {
    guard file.hasSuffix(ending) else { return nil }
    let name = SwiftNames.camelCase(String(file.dropLast(ending.count)), capital: true)
    return name.isEmpty ? nil : name + "Policy"
  }
}

/// A finding in the format of compiler messages, so that build systems and editors show the finding at its line.
package struct BuildMessage: Sendable {
  /// The message with its file and line, ending with a line feed.
  package let text: TerminalText

  /// Formats a finding with its position, level, help and code.
  ///
  /// - Parameters:
  ///   - diagnostic: the finding.
  ///   - sources: the files to which the finding's position refers.
  package init(_ diagnostic: Diagnostic, in sources: SourceMap) {
    var text = TerminalText()
    if let position = diagnostic.position {
      text += "\(sources.describe(position)): "
    }
    switch diagnostic.level {
    case .error: text += "error: "
    case .warning: text += "warning: "
    case .note: text += "note: "
    }
    text += "\(diagnostic.message)"
    if let help = diagnostic.help {
      text += "; \(help)"
    }
    text += " [\(diagnostic.code.name)]\n"
    for other in diagnostic.related {
      text += "\(sources.describe(other.position)): note: \(other.message)\n"
    }
    self.text = text
  }
}

extension DiagnosticCode {
  /// A name of the policy cannot be a Swift identifier.
  package static var noSwiftName: Self { Self("no-swift-name") }
}
