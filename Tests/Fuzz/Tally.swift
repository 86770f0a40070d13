import Glibc

/// How many inputs were given and how many of them the reader accepted.
///
/// Written at the end of the process to the file that `FUZZ_TALLY` names, as `TARGET TAKEN ACCEPTED`.
enum Tally {
  nonisolated(unsafe) private static var taken = 0
  nonisolated(unsafe) private static var accepted = 0

  static func start() {
    atexit { Tally.write() }
  }

  static func count(isAccepted: Bool) {
    unsafe taken += 1
    unsafe accepted += isAccepted ? 1 : 0
  }

  private static func write() {
    guard let path = unsafe getenv("FUZZ_TALLY") else { return }
    guard let file = unsafe fopen(path, "w") else { fatalError("FUZZ_TALLY cannot be written") }
    unsafe fputs("\(Target.chosen.rawValue) \(taken) \(accepted)\n", file)
    unsafe fclose(file)
  }
}
