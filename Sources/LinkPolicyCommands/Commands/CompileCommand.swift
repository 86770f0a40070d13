internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// `compile`: writes a policy as an image, which a service loads without parsing the policy's text.
struct CompileCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "compile", operands: "POLICY",
      summary: "Writes a policy as an image, which a service loads in less than a millisecond.",
      options: [
        Option.value("--out", "FILE", summary: "write the image to FILE instead of standard output")
          .or("-o"),
        .flag("--no-text", summary: "leave out the policy's text, for a smaller image"),
        .format(BriefFormat.self, "the format of the printed size and digest"),
      ],
      details: """
        An image contains the data that a service needs to decide and explain, and the policy's
        text, merged with all policies that the policy extends. Every verb accepts an image in place
        of a policy. With --no-text, the image is smaller, but only decide, lookup, explain and play
        accept it. The same text under the same path has the same image. `image verify` compiles an
        image's text again and compares the images. With --out, `compile` prints the size and the
        policy's digest. A policy with an error cannot be compiled; check lists the errors.
        """,
      examples: [
        "linkpolicy compile firebase -o firebase.image",
        "linkpolicy compile policy.yaml -o policy.image --format json",
        "linkpolicy compile policy.yaml --no-text -o policy.image",
      ])
  }

  private let source: PolicySource
  private let path: String?
  private let hasText: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    source = PolicySource(try arguments.operands(1...1)[0])
    path = arguments.output("--out")
    hasText = !arguments.has("--no-text")
    isJSON = arguments.format(BriefFormat.self) == .json
    if isJSON, path == nil {
      throw arguments.error("--format needs --out, since the image goes to standard output")
    }
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    guard path != nil || !terminal.isScreen else {
      terminal.say("linkpolicy: a screen cannot show an image; give `--out FILE`")
      return .usage
    }
    let text = try source.text(terminal)
    let output: OutputFile?
    do throws(OutputProblem) {
      output = try terminal.output(to: path)
    } catch {
      return terminal.say(error)
    }
    let policy = try CompiledPolicy(text.document)
    let image = hasText ? try image(of: policy, text) : policy.image
    guard let output else {
      terminal.output.write(image)
      return .clean
    }
    let code = terminal.finish(output, with: image)
    guard code == .clean else { return code }
    if isJSON {
      terminal.output.write(Self.report(on: policy, image: image, path: output.path))
    } else {
      terminal.print(
        "\(output.path): \(image.count, of: "byte"), digest \(policy.digest.text)")
    }
    return code
  }

  /// Returns an image that contains the policy's text, so that `image verify` can compile the policy again.
  ///
  /// Throws if the merged text cannot be read again, for example because it exceeds the maximum size of a policy.
  private func image(
    of policy: CompiledPolicy, _ text: PolicyText
  ) throws(InvalidInput) -> [UInt8] {
    let content = text.expanded
    do throws(InvalidInput) {
      let read = try PolicyText(content, name: source.name)
      if read.expanded == content, PolicyDigest(of: read.document) == policy.digest {
        return policy.image(containing: content)
      }
    } catch {
      throw unwritable(because: error.diagnostics.first?.message ?? "it has an error")
    }
    throw unwritable(because: "it has another meaning")
  }

  private func unwritable(because reason: String) -> InvalidInput {
    FileProblem.finding(
      about: source.name,
      "the text, merged with its bases, cannot be read from an image: \(reason)",
      help: "compile the policy with `--no-text`")
  }

  private static func report(
    on policy: CompiledPolicy, image: [UInt8], path: String
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for (key, value) in [("policy", policy.name), ("image", path)] as [(Name, String)] {
      writer.key(key)
      writer.string(value)
    }
    writer.key("bytes")
    writer.int(image.count)
    writer.key("digest")
    writer.string(policy.digest.text)
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}
