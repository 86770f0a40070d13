/// How much work the cells of a policy may take, counted in steps and never in time.
///
/// A step is a branch made, or a result remembered; each takes some forty bytes. What fits takes the
/// same steps on every machine, so a policy that loads here loads everywhere. Small policies are
/// held to what the intricacy of a large one costs; who writes thousands of rows, each of which
/// takes its few hundred steps, is given steps for them.
package struct CellLimits: Sendable {
  /// How many times as much a policy may take as one with few rows.
  private let factor: Int

  /// The limits of a policy with so many rows, whatever they are rows of.
  package init(rows: Int) {
    factor = min(max(rows / Self.fewRows, 1), Self.greatestFactor)
  }

  /// The rows that the smallest limits are for.
  private static var fewRows: Int { 512 }
  /// Limits grow up to here and no further, so that memory is bounded whatever is written.
  private static var greatestFactor: Int { 16 }

  /// The most steps for the cells of one table, in one order of its facts, while a policy is loaded.
  package var table: Int { factor << 19 }
  /// The most steps for looking again at one table of a policy that did load, as by tools that tell
  /// more apart than its own conditions do.
  package var review: Int { factor << 20 }
  /// The most steps for laying the tables of two policies side by side, whose cells tell apart what
  /// either of them does; one pair of tables is kept at a time.
  package var comparison: Int { min(factor, 4) << 22 }
  /// The most steps for the cells of all tables and derived facts of a policy together, once while
  /// it is loaded and once while it is reviewed.
  package var policy: Int { factor << 22 }
  /// What an order of the facts may take before the next one is tried; tables as large as those of
  /// the shipped policies fit into it.
  var firstTry: Int { factor << 16 }
  /// How many times as much it may take in the next round, when none has sufficed.
  static var growth: Int { 8 }
}
