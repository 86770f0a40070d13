internal import LinkPolicyJSON
internal import LinkPolicyTesting

/// The selected cases of vector files, in order.
struct CaseStream {
  /// The files and folders; `-` for standard input.
  let paths: [String]
  /// The selection of cases, for example by id.
  let selection: VectorSelection
  /// The number of cases that the stream passed to its reader.
  private(set) var selected = 0
  private var unselected = UnselectedNames()

  /// Reads the operands after the first `count` as paths.
  init(_ arguments: Arguments, after count: Int = 0) throws(UsageError) {
    paths = try Self.paths(arguments, after: count)
    selection = CaseSelection.selection(arguments)
  }

  /// Returns the files and folders that the arguments name.
  static func paths(_ arguments: Arguments, after count: Int = 0) throws(UsageError) -> [String] {
    let paths = Array(try arguments.operands((count + 1)...Int.max).dropFirst(count))
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw arguments.error("standard input can be read once")
    }
    return paths
  }

  /// Returns the input at a path: the path itself, or for `-` the text of standard input.
  static func input(
    _ path: String, _ terminal: Terminal
  ) throws(InvalidInput) -> VectorInput {
    guard path == "-" else { return .path(path) }
    let bytes = try InputBytes.read(path, terminal)
    return .text(bytes, name: InputBytes.standardInputName, format: format(of: bytes))
  }

  /// The reason why the selection includes no case; nil if the selection did not exclude any case.
  var explanation: String? {
    unselected.explanation(selection)
  }

  /// Reads every file, and passes the selected cases to a closure.
  ///
  /// The stream reports each file that cannot be read or played, and continues with the next file.
  mutating func read(
    _ terminal: inout Terminal,
    each: (VectorCase, inout Terminal) throws(InvalidInput) -> Void
  ) -> ExitCode {
    var code = ExitCode.clean
    for path in paths {
      for file in files(at: path, &terminal, code: &code) {
        do throws(InvalidInput) {
          try read(file, &terminal, each: each)
        } catch {
          terminal.say(error)
          code.join(.invalidInput)
        }
      }
    }
    return code
  }

  private func files(
    at path: String, _ terminal: inout Terminal, code: inout ExitCode
  ) -> [VectorFile] {
    guard path != "-" else { return [VectorFile(path)] }
    do throws(InvalidInput) {
      let listing = try VectorFiles.at(path, noting: terminal.files)
      if let notice = listing.notice {
        terminal.say("note: \(notice)")
      }
      return listing.found
    } catch {
      terminal.say(error)
      code.join(.invalidInput)
      return []
    }
  }

  private mutating func read(
    _ file: VectorFile, _ terminal: inout Terminal,
    each: (VectorCase, inout Terminal) throws(InvalidInput) -> Void
  ) throws(InvalidInput) {
    let take = { (vector: VectorCase) throws(InvalidInput) in
      guard selection.includes(vector) else {
        unselected.add(vector)
        return
      }
      selected += 1
      try each(vector, &terminal)
    }
    switch try Self.input(file.path, terminal) {
    case .path: try VectorReader.read(file, each: take)
    case .text(let bytes, let name, let format):
      try VectorReader.read(bytes, name: name, format: format, each: take)
    }
  }

  /// Returns the format of a text that has no file name.
  ///
  /// A text that does not begin with `{` is YAML. Any other text is JSON Lines if its first line is
  /// a complete value without the key `cases`, or else one JSON document.
  private static func format(of bytes: [UInt8]) -> VectorReader.Format {
    guard let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") else {
      return .yaml
    }
    var lines = JSONLines(bytes, name: InputBytes.standardInputName)
    guard let line = try? lines.next(), line.root["cases"] == nil else { return .json }
    return .jsonLines
  }
}

/// The options that select cases, for example by id.
enum CaseSelection {
  /// The option that selects cases by id.
  static var idOption: Option {
    Option.value("--id", "ID", summary: "only the case with this id").repeatable
  }

  /// All options that select cases.
  static var options: [Option] {
    [
      idOption,
      Option.value("--proves", "X", summary: "only the cases that prove this statement, such as L3")
        .repeatable,
      Option.value("--flag", "FLAG", summary: "only the cases that have this flag").repeatable,
      Option.choice(
        "--tier", Tier.allCases.map { $0.rawValue },
        summary: "only the cases of this tier of a suite"
      ).named("TIER").repeatable,
    ]
  }

  /// Returns the selection that the arguments describe.
  static func selection(_ arguments: Arguments) -> VectorSelection {
    VectorSelection(
      ids: arguments.values("--id"), statements: arguments.values("--proves"),
      flags: arguments.values("--flag"),
      tiers: arguments.values("--tier").compactMap { Tier(rawValue: $0) })
  }
}
