// This file is compiled into each module. Embedded Swift has no descriptions at run time, so the interpolation of a value that is neither
// text nor a number would print a placeholder. This overload matches such interpolations, and `-Werror DeprecatedDeclaration` makes them
// compile errors.
extension DefaultStringInterpolation {
  @available(*, deprecated, message: "Embedded Swift cannot print this value: interpolate its text")
  mutating func appendInterpolation<Value>(_ value: Value) {}
}
