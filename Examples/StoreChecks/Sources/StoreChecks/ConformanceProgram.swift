internal import LinkPolicy
public import LinkPolicyStore
public import LinkPolicyTesting

/// A program that plays vectors on a store, with the paths of vector files and folders as
/// arguments.
public enum ConformanceProgram {
  /// Plays the vectors and prints the report.
  ///
  /// - Parameters:
  ///   - arguments: the command line, starting with the program's path.
  ///   - open: a function that opens a connection to the store.
  /// - Returns: the exit code: 0 if all vectors passed, 1 if a vector failed, 3 if a vector file is
  ///   invalid.
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
