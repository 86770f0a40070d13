/// Whether a method is switched on, as situations and vectors write it.
package enum MethodSwitch {
  /// The words.
  package static let words: JSONWords<Bool> = ["enabled": true, "disabled": false]
}
