import Glibc
import LinkPolicy
import LinkPolicyJSON
import LinkPolicyVectors
import LinkPolicyYAML

/// What libFuzzer calls with every input; a false answer about it ends the process.
@c(LLVMFuzzerTestOneInput)
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = unsafe data.map { unsafe Array(UnsafeBufferPointer(start: $0, count: size)) } ?? []
  Target.chosen.take(bytes)
  return 0
}

/// The doors that are fuzzed, by the word in the environment variable `FUZZ_TARGET`.
enum Target: String {
  case json, lines, request, policy, vectors

  static let chosen: Target = {
    guard let word = unsafe getenv("FUZZ_TARGET"),
      let target = unsafe Target(rawValue: String(cString: word))
    else {
      fatalError("FUZZ_TARGET is json, lines, request, policy or vectors")
    }
    return target
  }()

  func take(_ bytes: [UInt8]) {
    switch self {
    case .json: JSONDoor.take(bytes)
    case .lines: LinesDoor.take(bytes)
    case .request: RequestDoor.take(bytes)
    case .policy: PolicyDoor.take(bytes)
    case .vectors: VectorDoor.take(bytes)
    }
  }
}

/// The shipped policy that requests and vectors are decided by.
enum Shipped {
  static let text: [UInt8] = {
    do throws(InvalidInput) {
      return try InputFile.read("Sources/LinkPolicyPresets/Policies/firebase.yaml", limit: 1 << 20)
    } catch {
      fatalError("run this from the folder of the package: \(error)")
    }
  }()

  static let finder = PolicyFinder { reference, _ in
    reference == "firebase" ? .found(name: "firebase.yaml", bytes: text) : .notFound("not here")
  }

  static let policy: Policy = {
    do throws(InvalidInput) {
      return try Policy(yaml: text, name: "firebase.yaml")
    } catch {
      fatalError("firebase.yaml does not load: \(error)")
    }
  }()
}

/// Ends the process unless something holds that must hold of every input.
func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  guard holds else { fatalError(what()) }
}

/// A refusal has an error, a place inside of its file where it has one, and can be shown.
func checkRefusal(_ error: InvalidInput) {
  require(error.diagnostics.contains { $0.level == .error }, "a refusal without an error")
  for finding in error.diagnostics {
    require(!finding.message.isEmpty, "a finding without a message")
    require(!finding.rendered(in: error.sources).isEmpty, "a finding that shows nothing")
    guard let position = finding.position else { continue }
    require(error.sources.files.indices.contains(position.file), "a place in no file")
    let bytes = error.sources.files[position.file].bytes
    let lines = bytes.count { $0 == 0x0A } + 1
    require((1...lines).contains(position.line), "line \(position.line) of \(lines)")
    require((1...(bytes.count + 1)).contains(position.column), "column \(position.column)")
  }
}
