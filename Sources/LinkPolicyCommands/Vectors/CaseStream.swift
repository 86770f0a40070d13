internal import LinkPolicyJSON
internal import LinkPolicyTesting

/// The cases of some vector files, one after the other.
struct CaseStream {
  /// The files and folders; `-` for standard input.
  let paths: [String]
  /// The cases wanted.
  let selection: VectorSelection
  /// How many cases were handed on.
  private(set) var selected = 0
  private var unselected = UnselectedNames()

  /// Takes the operands as paths, but for some that come before them.
  init(_ arguments: Arguments, after count: Int = 0) throws(UsageError) {
    paths = try Self.paths(arguments, after: count)
    selection = CaseSelection.selection(arguments)
  }

  /// The files and folders that the arguments name.
  static func paths(_ arguments: Arguments, after count: Int = 0) throws(UsageError) -> [String] {
    let paths = Array(try arguments.operands((count + 1)...Int.max).dropFirst(count))
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw arguments.error("standard input can be read once")
    }
    return paths
  }

  /// Where the vectors of a path are read from.
  static func input(
    _ path: String, _ terminal: Terminal
  ) throws(InvalidInput) -> VectorInput {
    guard path == "-" else { return .path(path) }
    let bytes = try InputBytes.read(path, terminal)
    return .text(bytes, name: InputBytes.standardInputName, format: format(of: bytes))
  }

  /// Why there was nothing to do, where a selection was the reason.
  var explanation: String? {
    unselected.explanation(selection)
  }

  /// Reads every file and hands the wanted cases on.
  ///
  /// A file that cannot be read, or not played, is reported; the others are still read.
  mutating func read(
    _ terminal: inout Terminal,
    each: (VectorCase, inout Terminal) throws(InvalidInput) -> Void
  ) -> ExitCode {
    var code = ExitCode.clean
    for path in paths {
      for file in files(path, &terminal, &code) {
        do throws(InvalidInput) {
          try read(file, &terminal, each)
        } catch {
          terminal.say(error)
          code.join(.invalidInput)
        }
      }
    }
    return code
  }

  private func files(
    _ path: String, _ terminal: inout Terminal, _ code: inout ExitCode
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
    _ each: (VectorCase, inout Terminal) throws(InvalidInput) -> Void
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

  /// The format of a text that has no name to tell it.
  ///
  /// What starts like an object is JSON; it is one document if its first line is no case.
  private static func format(of bytes: [UInt8]) -> VectorReader.Format {
    guard let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") else {
      return .yaml
    }
    var lines = JSONLines(bytes, name: InputBytes.standardInputName)
    guard let line = try? lines.next(), line.root["cases"] == nil else { return .json }
    return .jsonLines
  }
}
