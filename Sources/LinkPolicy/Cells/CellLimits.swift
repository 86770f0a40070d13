/// How much work the cells of a policy may take, counted in steps and never in time.
///
/// A step is a branch made, or a result remembered; each takes some forty bytes. What fits takes the
/// same steps on every machine, so a policy that loads here loads everywhere.
package enum CellLimits {
  /// The most steps for the cells of one table, in one order of its facts, while a policy is loaded.
  package static var table: Int { 1 << 19 }
  /// The most steps for looking again at one table of a policy that did load, as by tools that tell
  /// more apart than its own conditions do.
  package static var review: Int { 1 << 20 }
  /// The most steps for laying the tables of two policies side by side, whose cells tell apart what
  /// either of them does; one pair of tables is kept at a time.
  package static var comparison: Int { 1 << 22 }
  /// The most steps for the cells of all tables and derived facts of a policy together, once while
  /// it is loaded and once while it is reviewed.
  package static var policy: Int { 1 << 22 }
  /// What an order of the facts may take before the next one is tried; tables as large as those of
  /// the shipped policies fit into it.
  static var firstTry: Int { 1 << 16 }
  /// How many times as much it may take in the next round, when none has sufficed.
  static var growth: Int { 8 }
}
