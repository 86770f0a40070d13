import Glibc

/// Every format that is read from files and streams, by the word in the environment variable
/// `FUZZ_TARGET`.
///
/// Whoever adds a format adds its target here; the gate asks the program which there are, and asks
/// seeds and accepted inputs of each.
enum Target: String, CaseIterable {
  case json, lines, request, policy, vectors, manifest, index, known, runner, image

  static let chosen: Target = {
    guard let word = unsafe getenv("FUZZ_TARGET"),
      let target = unsafe Target(rawValue: String(cString: word))
    else {
      fatalError("FUZZ_TARGET is one of \(allCases.map(\.rawValue))")
    }
    return target
  }()

  /// Gives an input to the reader and checks what comes out; whether the reader accepted it.
  func take(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .json: JSONEntry.take(bytes)
    case .lines: LinesEntry.take(bytes)
    case .request: RequestEntry.take(bytes)
    case .policy: PolicyEntry.take(bytes)
    case .vectors: VectorEntry.take(bytes)
    case .manifest: ManifestEntry.take(bytes)
    case .index: IndexEntry.take(bytes)
    case .known: KnownEntry.take(bytes)
    case .runner: RunnerEntry.take(bytes)
    case .image: ImageEntry.take(bytes)
    }
  }
}
