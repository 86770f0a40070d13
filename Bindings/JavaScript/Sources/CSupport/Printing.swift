// Compiled into each module. Embedded Swift has no descriptions at run time: an interpolation of a value that is neither text nor a number would
// print a placeholder. Such an interpolation takes this function, and `-Werror DeprecatedDeclaration` makes that an error.
extension DefaultStringInterpolation {
  @available(*, deprecated, message: "Embedded Swift cannot print this value: interpolate its text")
  mutating func appendInterpolation<Value>(_ value: Value) {}
}
