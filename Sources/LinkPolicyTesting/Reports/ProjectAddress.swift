/// Where the project says that it is at home, in the one place that reports take it from.
package enum ProjectAddress {
  /// The address under which the identifiers of the schemas are, too.
  package static var home: String { "https://linkpolicy.dev/" }
}
