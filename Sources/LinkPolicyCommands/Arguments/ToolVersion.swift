/// The version of the package.
enum ToolVersion {
  /// The version that `linkpolicy --version` prints and files of the tool name.
  static var current: String { "0.9.0" }
}
