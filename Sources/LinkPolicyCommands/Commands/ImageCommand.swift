internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// The verbs of `linkpolicy image`, which work on policy images.
enum ImageVerb: String, VerbGroup {
  case verify

  static var verb: Verb { .image }
  static var summary: String { "Verifies policy images." }
  static var examples: [String] { VerifyImageCommand.help.examples }

  var help: CommandHelp {
    switch self {
    case .verify: VerifyImageCommand.help
    }
  }

  func run(_ words: [String], _ terminal: inout Terminal) throws(UsageError) -> ExitCode {
    switch self {
    case .verify: try Dispatch.run(VerifyImageCommand.self, with: words, &terminal)
    }
  }
}

/// `image verify`: compiles the policies of images again, and checks that the new images are the same, apart from file
/// names and positions of rows.
struct VerifyImageCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "image verify", operands: "IMAGE...",
      summary: "Compiles the policy of each image again, and requires an equal image.",
      options: [
        .value("--policy", "POLICY", summary: "compile POLICY instead of the text in the image"),
        .format(BriefFormat.self, "the format of the printed results"),
      ],
      details: """
        A verified image decides as its text states, and the printed digest is the digest of this
        text. If you reviewed a policy with this digest, you reviewed the image. An image without
        text is compared with --policy, or with the shipped policy of the same digest. The exit
        code is 3 if the compiled image differs, and 4 if there is no text to compile. File names and
        positions of rows may differ; only answers and explanations show them.
        """,
      examples: [
        "linkpolicy image verify policy.image",
        "linkpolicy image verify policy.image --policy policy.yaml",
      ])
  }

  /// The text that was compiled to verify an image.
  private enum VerifiedText: String {
    /// The text in the image.
    case own = "image"
    /// The policy that `--policy` names.
    case given = "policy"
    /// The shipped policy that has the image's digest.
    case shipped

    /// The text in words, for people.
    var description: String {
      switch self {
      case .own: "its text"
      case .given: "the given policy"
      case .shipped: "the shipped policy"
      }
    }
  }

  private let paths: [String]
  private let source: PolicySource?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    paths = try arguments.operands(1...Int.max)
    source = arguments.value("--policy").map { PolicySource($0) }
    isJSON = arguments.format(BriefFormat.self) == .json
    let inputs = paths + (source.map { [$0.name] } ?? [])
    guard inputs.count(where: { $0 == "-" }) <= 1 else {
      throw arguments.error("standard input can be read once")
    }
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let given = try source?.text(terminal)
    var code = ExitCode.clean
    for path in paths {
      do throws(InvalidInput) {
        code.join(try verify(path, by: given, &terminal))
      } catch {
        terminal.say(error)
        reportUnverified(path, because: error.diagnostics.first?.message ?? "", &terminal)
        code.join(.invalidInput)
      }
    }
    return code
  }

  private func verify(
    _ path: String, by given: PolicyText?, _ terminal: inout Terminal
  ) throws(InvalidInput) -> ExitCode {
    let bytes = try InputBytes.readAny(path, terminal)
    let name = path == "-" ? InputBytes.standardInputName : path
    if let refusal = FileKind.refusal(wanting: .image, bytes, name: name) {
      throw refusal
    }
    let policy: Policy
    do throws(InvalidImage) {
      policy = try Policy(image: bytes)
    } catch {
      throw ImageRejection.invalidImage(error).finding(about: name, compiledFrom: "its text")
    }
    let verified: VerifiedText
    // The text in an image is merged from several files, so positions in the text are not those of the files.
    var hasSamePositions = false
    if let given {
      hasSamePositions = try compare(
        bytes, with: given, name: name, as: "`\(source?.name ?? "")`")
      verified = .given
    } else if VerifiedImage.hasText(bytes) {
      _ = try PolicySource.text(in: bytes, named: name)
      verified = .own
    } else if let shipped = try Self.shipped(policy) {
      hasSamePositions = try compare(
        bytes, with: shipped, name: name, as: "the shipped policy `\(policy.name)`")
      verified = .shipped
    } else {
      let reason = "the image has no text to compile"
      terminal.say("\(name): not verified: \(reason); give its policy with `--policy`")
      reportUnverified(path, because: reason, &terminal)
      return .undecided
    }
    if isJSON {
      terminal.output.write(
        Self.report(
          on: policy, name: name, count: bytes.count, by: verified,
          hasSamePositions: hasSamePositions))
    } else {
      terminal.print(
        "\(name): verified: \(verified.description) compiles to the same "
          + (hasSamePositions
            ? "\(bytes.count, of: "byte")" : "image, apart from file names and positions")
          + ", digest \(policy.digest.text)")
    }
    return .clean
  }

  /// Compiles a text, and requires that the result equals the image, apart from file names and positions.
  ///
  /// Returns whether file names and positions are equal too.
  private func compare(
    _ bytes: [UInt8], with text: PolicyText, name: String, as source: String
  ) throws(InvalidInput) -> Bool {
    do throws(ImageRejection) {
      return try VerifiedImage.verify(bytes, by: text)
    } catch {
      throw error.finding(about: name, compiledFrom: source)
    }
  }

  /// Returns the text of the shipped policy or system that has the name and digest of a policy; nil if there is none.
  private static func shipped(_ policy: Policy) throws(InvalidInput) -> PolicyText? {
    let loaded = NamedPolicy.policy(named: policy.name)
    guard let loaded, loaded.digest == policy.digest else { return nil }
    return try NamedPolicy.text(named: policy.name)
  }

  /// If the format is JSON, writes a line about an image that could not be verified.
  private func reportUnverified(
    _ path: String, because reason: String, _ terminal: inout Terminal
  ) {
    guard isJSON else { return }
    let line = Self.line([("image", path), ("unverified", reason)])
    terminal.output.write(line)
  }

  private static func report(
    on policy: Policy, name: String, count: Int, by verified: VerifiedText,
    hasSamePositions: Bool
  ) -> [UInt8] {
    line([
      ("image", name), ("policy", policy.name), ("digest", policy.digest.text),
      ("compiled", verified.rawValue),
    ]) { writer in
      writer.key("bytes")
      writer.int(count)
      writer.key("positions")
      writer.bool(hasSamePositions)
    }
  }

  private static func line(
    _ members: [(key: Name, value: String)], _ more: (inout JSONWriter) -> Void = { _ in }
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for member in members {
      writer.key(member.key)
      writer.string(member.value)
    }
    more(&writer)
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}
