/// The version of the package.
enum ToolVersion {
  /// The version that `linkpolicy --version` prints, and that the tool writes into files such as certificates.
  static var current: String { "0.9.0" }
}
