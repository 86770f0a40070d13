internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// `vectors add`: adds cases to a suite, and updates the manifest after manual edits.
struct AddCommand: Command {
  static var help: CommandHelp {
    CommandHelp(
      name: "vectors add", operands: "SUITE [FILE...]",
      summary: "Adds vector files to a suite, assigns ids, and updates the manifest and the index.",
      options: [
        Option.value(
          "--accept", "ID",
          summary: "accept that this case keeps its id although its body has changed"
        ).repeatable,
        Option.choice(
          "--tier", Tier.allCases.map { $0.rawValue },
          summary: "the tier of the files, such as core"
        )
        .named("TIER"),
        .value(
          "--create", "NAME", summary: "create a suite with this name in a folder without a suite"),
        .value("--id-prefix", "P", summary: "with --create: the prefix of the ids"),
        .flag("--check", summary: "write nothing; report the intended changes"),
        .format(BriefFormat.self, "the format of the report"),
      ],
      details: """
        A FILE in the suite's folder becomes a shard (a vector file of the suite). Any other FILE is
        first copied into the folder. A case without an id gets the next free id. The ids of removed
        cases are retired: no case gets them again. Without a FILE, `add` updates the counts,
        SHA-256 digests and the index after edits by hand. `add` refuses a case whose body has
        changed, unless --accept names its id, because a case with a new meaning needs a new id.
        `add` replaces the manifest last, so `lint` notices an interrupted run. A new shard has the
        tier core unless --tier sets another tier.
        """,
      examples: [
        "linkpolicy vectors add suite suite/new.yaml",
        "linkpolicy vectors add suite --check --format json",
      ])
  }

  private let folder: String
  private let files: [String]
  private let accepted: [String]
  private let tier: Tier
  private let name: String?
  private let prefix: String?
  private let isCheck: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    let operands = try arguments.operands(1...Int.max)
    folder = operands[0]
    files = Array(operands.dropFirst())
    accepted = arguments.values("--accept")
    tier = arguments.value("--tier").flatMap { Tier(rawValue: $0) } ?? .core
    name = arguments.value("--create")
    prefix = arguments.value("--id-prefix")
    isCheck = arguments.has("--check")
    isJSON = arguments.format(BriefFormat.self) == .json
    guard prefix == nil || name != nil else {
      throw arguments.error(
        "`--id-prefix` is for `--create`; an existing suite has its prefix in suite.json")
    }
  }

  func run(_ terminal: inout Terminal) throws(InvalidInput) -> ExitCode {
    let suite = try opened(terminal)
    let edit = try SuiteEdit(
      suite, adding: try added(to: suite, &terminal), accepting: accepted,
      policies: CasePolicies(nil, terminal, suite: folder))
    if !isCheck {
      do throws(OutputProblem) {
        try SuiteWriter.write(edit.written, into: folder, terminal.files)
      } catch {
        return terminal.say(error)
      }
    }
    if isJSON {
      terminal.output.write(Self.json(edit))
    } else {
      for (title, ids) in [
        ("added", edit.added), ("edited", edit.edited), ("retired", edit.retired),
      ] where !ids.isEmpty {
        terminal.print("\(title) \(ids.joined(by: " "))")
      }
      for file in edit.written {
        terminal.print(isCheck ? "would write \(file.path)" : "wrote \(file.path)")
      }
      if edit.written.isEmpty {
        terminal.print("nothing to do")
      }
    }
    return .clean
  }

  private func opened(_ terminal: Terminal) throws(InvalidInput) -> SuiteFolder {
    guard let name else { return try SuiteFolder(folder, noting: terminal.files) }
    guard try VectorFiles.suites(at: folder).found != [folder] else {
      throw InvalidInput(
        [
          Diagnostic(
            .suiteFormat, .error, "`\(folder)` is a suite already", at: nil,
            help: "omit `--create` to add files to this suite")
        ], in: SourceMap())
    }
    return SuiteFolder(
      folder, SuiteManifest(suite: name, ids: .assigned, idPrefix: prefix), noting: terminal.files)
  }

  /// Returns the files to add, by their paths in the suite; if the suite is new and no files are named, returns the
  /// files in the suite's folder.
  private func added(
    to suite: SuiteFolder, _ terminal: inout Terminal
  ) throws(InvalidInput) -> [SuiteEdit.SuiteFile] {
    var paths = files
    if name != nil, paths.isEmpty {
      let listing = try VectorFiles.paths(below: folder)
      if let notice = listing.notice {
        terminal.say("note: \(notice)")
      }
      paths = listing.found.map { Folder.join(folder, $0) }
    }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var added: [SuiteEdit.SuiteFile] = []
    for path in paths {
      let isInside = path.hasPrefix(prefix)
      let base = path.split(separator: "/").last.map { String($0) } ?? path
      let target = isInside ? String(path.dropFirst(prefix.count)) : base
      guard isInside || !added.contains(where: { $0.path == target }),
        isInside || !suite.manifest.shards.contains(where: { $0.path == target })
      else {
        throw InvalidInput(
          [
            Diagnostic(
              .suitePath, .error, "the suite has a file `\(target)` already", at: nil,
              help: "rename one of the two files")
          ], in: SourceMap())
      }
      added.append(
        SuiteEdit.SuiteFile(
          path: target, bytes: try InputBytes.read(path, terminal), tier: tier,
          isThere: isInside))
    }
    return added
  }

  private static func json(_ edit: SuiteEdit) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for (title, texts) in [
      ("added", edit.added), ("edited", edit.edited), ("retired", edit.retired),
      ("files", edit.written.map { $0.path }),
    ] {
      writer.key(Name(title))
      writer.beginArray()
      for text in texts {
        writer.string(text)
      }
      writer.endArray()
    }
    writer.key("version")
    writer.string(edit.manifest.version)
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}

/// Writes the files of a suite in the given order, each completely or not at all.
enum SuiteWriter {
  /// Writes files by their paths relative to a folder, and creates missing folders.
  ///
  /// A written file can also be an input of the run, because the command edits existing files.
  static func write(
    _ files: [(path: String, bytes: [UInt8])], into folder: String, _ register: FileRegister
  ) throws(OutputProblem) {
    for (name, bytes) in files {
      try makeFolders(above: name, in: folder)
      let output = try OutputFile(
        Folder.join(folder, name), register, rewrites: true)
      output.write(bytes)
      try output.commit()
    }
  }

  /// Creates a folder; an existing folder must be empty.
  static func makeFolder(_ path: String) throws(OutputProblem) {
    let isEmpty: Bool
    do throws(SystemFailure) {
      let isNew = try Folder.make(path)
      isEmpty = isNew ? true : try Folder.names(in: path).isEmpty
    } catch {
      throw .failed(path, error)
    }
    guard isEmpty else { throw .taken(path) }
  }

  private static func makeFolders(above name: String, in folder: String) throws(OutputProblem) {
    var path = folder
    for component in name.split(separator: "/").dropLast() {
      path = Folder.join(path, String(component))
      do throws(SystemFailure) {
        _ = try Folder.make(path)
      } catch {
        throw .failed(path, error)
      }
    }
  }
}
