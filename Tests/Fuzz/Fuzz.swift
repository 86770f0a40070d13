import Glibc

/// What libFuzzer calls before anything else; without a target it only says which there are.
@c(LLVMFuzzerInitialize)
public func prepareFuzzing(
  _ count: UnsafeMutablePointer<CInt>?,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  guard unsafe getenv("FUZZ_TARGET") != nil else {
    for target in Target.allCases {
      print(target.rawValue)
    }
    exit(0)
  }
  Tally.start()
  return 0
}

/// What libFuzzer calls with every input; a false answer about it ends the process.
@c(LLVMFuzzerTestOneInput)
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = unsafe data.map { unsafe Array(UnsafeBufferPointer(start: $0, count: size)) } ?? []
  let isAccepted = Target.chosen.take(bytes)
  Tally.count(isAccepted: isAccepted)
  return isAccepted || keepsRefused ? 0 : -1
}

/// Whether inputs that the reader refused are kept for being changed further: not where
/// `FUZZ_CORPUS` is `accepted`, so that most of what comes is accepted too.
private let keepsRefused =
  unsafe getenv("FUZZ_CORPUS").map { unsafe String(cString: $0) } != "accepted"

/// Ends the process unless something holds that must hold of every input.
func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  guard holds else { fatalError(what()) }
}
