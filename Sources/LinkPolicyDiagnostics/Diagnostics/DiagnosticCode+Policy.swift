internal import LinkPolicy

extension DiagnosticCode {
  /// A name is declared twice.
  public static var duplicateName: DiagnosticCode { .init("duplicate-name") }
  /// A name is used that nothing declares.
  public static var unknownName: DiagnosticCode { .init("unknown-name") }
  /// A condition names a value that was divided into others, and not all of these.
  public static var dividedValue: DiagnosticCode { .init("divided-value") }
  /// A declaration lacks something, or has what it cannot have.
  public static var invalidDeclaration: DiagnosticCode { .init("invalid-declaration") }
  /// The policy has more of something than it can.
  public static var tooMany: DiagnosticCode { .init("too-many") }
  /// A table whose rows test facts in more combinations than can be checked.
  public static var tooIntricate: DiagnosticCode { .init("too-intricate") }
  /// An action and kind that can occur is decided by no table.
  public static var missingTable: DiagnosticCode { .init("missing-table") }
  /// Something is decided by two tables.
  public static var duplicateTable: DiagnosticCode { .init("duplicate-table") }
  /// A cell of a table that no row matches.
  public static var gap: DiagnosticCode { .init("gap") }
  /// A cell that two rows of a `unique` table match, or two with different answers undeclared.
  public static var overlap: DiagnosticCode { .init("overlap") }
  /// An `overrides` entry that overrides nothing.
  public static var staleOverride: DiagnosticCode { .init("stale-override") }
  /// A row that can never decide.
  public static var hiddenRow: DiagnosticCode { .init("hidden-row") }
  /// A guard that can never refuse.
  public static var hiddenGuard: DiagnosticCode { .init("hidden-guard") }
  /// A row without an answer, or with two.
  public static var invalidAnswer: DiagnosticCode { .init("invalid-answer") }
  /// Effects in an order in which one undoes another.
  public static var effectOrder: DiagnosticCode { .init("effect-order") }
  /// An effect that cannot be carried out in a cell of its row.
  public static var impossibleEffect: DiagnosticCode { .init("impossible-effect") }
  /// A refusal that changes state.
  public static var refusalWithEffects: DiagnosticCode { .init("refusal-with-effects") }
  /// `drop-unproven` without a `proof`.
  public static var missingProof: DiagnosticCode { .init("missing-proof") }
  /// A file of another kind than the one wanted.
  public static var wrongFile: DiagnosticCode { .init("wrong-file") }
  /// A file that is not there or cannot be read.
  public static var unreadableFile: DiagnosticCode { .init("unreadable-file") }
}
