internal import LinkPolicy
internal import LinkPolicyJSON

/// A JSON object from a provider, with access to its claims.
struct Payload {
  let root: JSONValue

  /// Parses the object strictly: there must be one object without duplicate members, and nothing after the object.
  init(_ bytes: [UInt8], _ what: String) throws(ClaimsError) {
    root = try Self.read(bytes, what)
    guard root.isObject else {
      throw ClaimsError(.malformed, "the " + what + " is " + root.kind + ", not an object")
    }
  }

  /// Parses the elements of a JSON array from a provider.
  static func elements(_ bytes: [UInt8], _ what: String) throws(ClaimsError) -> [JSONValue] {
    let root = try read(bytes, what)
    guard let elements = root.elements else {
      throw ClaimsError(.malformed, "the " + what + " is " + root.kind + ", not an array")
    }
    return elements
  }

  private static func read(_ bytes: [UInt8], _ what: String) throws(ClaimsError) -> JSONValue {
    do throws(InvalidInput) {
      return try JSONDocument(bytes, name: what).root
    } catch {
      // The error reports only the code of the finding, because the finding's excerpt may contain personal data.
      let finding = error.diagnostics.first?.code.name.text ?? "no JSON"
      throw ClaimsError(.malformed, "the " + what + " is not valid JSON (" + finding + ")")
    }
  }

  /// Returns the value at the end of a path; nil if a key is missing, or if a parent is not an object.
  func value(_ path: [String]) -> JSONValue? {
    var value = root
    for key in path {
      guard value.isObject, let next = value[key] else { return nil }
      value = next
    }
    return value
  }

  /// Returns the string of a claim, or nil if the claim is missing; throws if the claim is not a string.
  func text(_ claim: String) throws(ClaimsError) -> String? {
    guard let value = value([claim]) else { return nil }
    guard let text = value.text else {
      throw ClaimsError(.claim, "`" + claim + "` is " + value.kind + ", not a string")
    }
    return text
  }

  /// Returns a time in seconds since 1970, with or without a fraction (RFC 7519, section 2); nil if the claim is
  /// missing.
  func time(_ claim: String) throws(ClaimsError) -> Double? {
    guard let value = value([claim]) else { return nil }
    guard let number = value.number,
      let seconds = Double(String(decoding: number.text, as: UTF8.self)),
      seconds.isFinite
    else {
      throw ClaimsError(.claim, "`" + claim + "` is no number of seconds")
    }
    return seconds
  }

  /// Returns the strings of a claim that is a string or a list of strings; nil if the claim is missing.
  func texts(_ claim: String) throws(ClaimsError) -> [String]? {
    guard let value = value([claim]) else { return nil }
    if let text = value.text {
      return [text]
    }
    var texts: [String] = []
    for element in value.elements ?? [] {
      guard let text = element.text else {
        throw ClaimsError(.claim, "`" + claim + "` lists " + element.kind + ", not only strings")
      }
      texts.append(text)
    }
    guard !texts.isEmpty else {
      throw ClaimsError(.claim, "`" + claim + "` is neither a string nor a list of strings")
    }
    return texts
  }
}
