internal import LinkPolicySystem
internal import LinkPolicyTesting

extension Terminal {
  /// The terminal of this process.
  static func ofProcess() -> Terminal {
    StandardStreams.prepare()
    return Terminal(
      output: ByteOutput(.descriptor(1)), errors: ByteOutput(.descriptor(2)),
      input: ByteInput(.descriptor(0)), files: StandardStreams.register(), today: today,
      showsProgress: StandardStreams.isTerminal(2),
      tellsUsage: true, isScreen: StandardStreams.isTerminal(1),
      outputStyle: DiagnosticStyle(coloured: isColoured(1)),
      errorStyle: DiagnosticStyle(coloured: isColoured(2)))
  }

  /// The day by the system's clock; the last there is where that is out of its mind, so that
  /// nothing is excused any longer.
  private static var today: CalendarDate {
    CalendarDate(daysSince1970: SystemClock.daysSince1970) ?? .last
  }

  private static func isColoured(_ descriptor: CInt) -> Bool {
    StandardStreams.isTerminal(descriptor)
      && allowsColour(environment: StandardStreams.environment)
  }

  /// Whether the environment allows colour at all.
  static func allowsColour(environment: (String) -> String?) -> Bool {
    (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }
}
