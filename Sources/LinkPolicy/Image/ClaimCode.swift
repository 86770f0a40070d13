/// What a claim's value is, in an image.
package enum ClaimCode: UInt32, CaseIterable {
  case boolean = 1
  case string = 2
  case number = 3
  case null = 4

  package init(_ value: ClaimValue) {
    self =
      switch value {
      case .boolean: .boolean
      case .string: .string
      case .number: .number
      case .null: .null
      }
  }
}
