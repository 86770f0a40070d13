internal import LinkPolicy
public import LinkPolicyStore
public import LinkPolicyTesting

/// A program that plays vectors on a store: its arguments are their files and folders.
public enum ConformanceProgram {
  /// Plays the vectors, and prints what came of it.
  ///
  /// - Parameters:
  ///   - arguments: the command line, the program's path first.
  ///   - open: opens a connection to the store.
  /// - Returns: the exit code: 0 where all passed.
  public static func run<Store: CheckedStore & ~Copyable>(
    _ arguments: [String], _ open: () throws(StoreError) -> Store
  ) -> Int32 {
    do throws(InvalidInput) {
      let report = try StoreConformance().check(Array(arguments.dropFirst()), on: open)
      for line in report.lines {
        Output.write(line + "\n")
      }
      return report.isClean ? 0 : 1
    } catch {
      for diagnostic in error.diagnostics {
        Output.write(diagnostic.message + "\n")
      }
      return 3
    }
  }
}
