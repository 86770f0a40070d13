extension JSONParser {
  mutating func number(_ span: Span<UInt8>) throws(JSONSyntaxError) -> JSONNumber {
    let start = index
    let isNegative = span[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    guard isDigit(span) else { throw JSONSyntaxError(.missingIntegerDigits, at: start) }
    let first = index
    // Counting below zero reaches the least integer, which counting up and negating would not.
    var negated = 0
    var fits = true
    while isDigit(span) {
      let (tens, a) = negated.multipliedReportingOverflow(by: 10)
      let (sum, b) = tens.subtractingReportingOverflow(Int(span[index] - UInt8(ascii: "0")))
      negated = sum
      if a || b { fits = false }
      index += 1
    }
    if span[first] == UInt8(ascii: "0"), index - first > 1 {
      throw JSONSyntaxError(.leadingZero, at: first)
    }
    if try fraction(span) { fits = false }
    if try exponent(span) { fits = false }
    if !isNegative, negated == .min { fits = false }
    if fits, !(isNegative && negated == 0) {
      return JSONNumber(isNegative ? negated : -negated)
    }
    return JSONNumber(literal: Array(bytes[start..<index]))
  }

  private mutating func fraction(_ span: Span<UInt8>) throws(JSONSyntaxError) -> Bool {
    guard index < end, span[index] == UInt8(ascii: ".") else { return false }
    index += 1
    guard isDigit(span) else { throw JSONSyntaxError(.missingFractionDigits, at: index) }
    while isDigit(span) { index += 1 }
    return true
  }

  private mutating func exponent(_ span: Span<UInt8>) throws(JSONSyntaxError) -> Bool {
    guard index < end, span[index] | 0x20 == UInt8(ascii: "e") else { return false }
    index += 1
    if index < end, span[index] == UInt8(ascii: "+") || span[index] == UInt8(ascii: "-") {
      index += 1
    }
    guard isDigit(span) else { throw JSONSyntaxError(.missingExponentDigits, at: index) }
    while isDigit(span) { index += 1 }
    return true
  }

  private func isDigit(_ span: Span<UInt8>) -> Bool {
    index < end && UInt8(ascii: "0")...UInt8(ascii: "9") ~= span[index]
  }
}
