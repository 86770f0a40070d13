public import LinkPolicyStore
public import LinkPolicyTesting

/// A program of races: `threads ROUNDS SHARE`, or `processes ROUNDS SHARE SEED` if several processes can open the store.
///
/// ROUNDS is the number of races for each pair of attempts under each policy. SHARE selects every SHARE-th pair. `check`
/// only checks the existing rows.
public struct RaceProgram {
  private let arguments: [String]

  /// Creates the program.
  ///
  /// - Parameter arguments: the command line, starting with the program's path.
  public init(_ arguments: [String]) {
    self.arguments = arguments
  }

  /// Runs the program.
  ///
  /// - Parameter open: a function that opens a connection to the store.
  /// - Returns: the exit code: 0 if nothing was wrong.
  public func run<Store: CheckedStore & ~Copyable>(
    _ open: @escaping @Sendable () throws(StoreError) -> Store
  ) -> Int32 {
    let words = arguments.dropFirst()
    let number = words.dropFirst().first.flatMap { Int($0) } ?? 1
    let share = max(1, words.dropFirst(2).first.flatMap { Int($0) } ?? 1)
    var reports: [RaceReport] = []
    do throws(StoreError) {
      switch words.first {
      case "threads":
        var races = ThreadRaces()
        races.rounds = number
        races.share = share
        reports.append(races.run(open))
      case "processes":
        let seed = words.dropFirst(3).first.flatMap { UInt64($0) } ?? 1
        let races = ProcessRaces(arguments[0], rounds: number, share: share, seed: seed)
        reports.append(races.run(open))
      case "check": break
      case "child":
        RaceChild.answerLines(on: try open())
        return 0
      default:
        Output.write("usage: threads ROUNDS [SHARE] | processes ROUNDS [SHARE [SEED]] | check\n")
        return 2
      }
      var store = try open()
      let (accounts, wrong) = try RaceInvariants.broken(on: &store)
      reports.append(RaceReport(accounts: accounts, wrong: wrong))
    } catch {
      Output.write(error.description + "\n")
      return 1
    }
    for report in reports {
      for wrong in report.wrong.prefix(5) {
        Output.write(wrong + "\n")
      }
      Output.write(report.line + "\n")
    }
    return reports.allSatisfy(\.wrong.isEmpty) ? 0 : 1
  }
}
