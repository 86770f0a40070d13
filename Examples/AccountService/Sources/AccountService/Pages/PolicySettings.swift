/// The settings that `hardened` declares, each with its default first, as in the output of `linkpolicy expand
/// hardened`.
enum PolicySettings {
  static var all: [(name: String, values: [String])] {
    [
      ("one-account-per-email", ["on", "off"]), ("client-create", ["allowed", "restricted"]),
      ("client-delete", ["allowed", "restricted"]),
      ("email-enumeration-protection", ["off", "on"]), ("email-password", ["on", "off"]),
      ("apple-flow", ["native", "generic"]),
    ]
  }
}
