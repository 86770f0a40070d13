/// The version of the package.
enum ToolVersion {
  /// The version that `linkpolicy --version` prints and that files of the tool contain, such as certificates.
  static var current: String { "0.9.0" }
}
