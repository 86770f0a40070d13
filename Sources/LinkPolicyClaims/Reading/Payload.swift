internal import LinkPolicy
internal import LinkPolicyJSON

/// A JSON object that a provider said, with the claims in it.
struct Payload {
  private let root: JSONValue

  /// Reads it strictly: one object, no member twice, nothing after it.
  init(_ bytes: [UInt8], _ what: String) throws(ClaimsError) {
    root = try Self.read(bytes, what)
    guard root.isObject else {
      throw ClaimsError(.malformed, "the " + what + " is " + root.kind + ", not an object")
    }
  }

  /// The elements of a JSON array that a provider said.
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
      // The finding without the line, which may hold what nobody should read.
      let finding = error.diagnostics.first?.code.name.text ?? "no JSON"
      throw ClaimsError(.malformed, "the " + what + " is no strict JSON (" + finding + ")")
    }
  }

  /// The value at the end of a path; nil where a key on the way is missing or stands in no object.
  func value(_ path: [String]) -> JSONValue? {
    var value = root
    for key in path {
      guard value.isObject, let next = value[key] else { return nil }
      value = next
    }
    return value
  }

  /// A claim that has to be text, and may be missing.
  func text(_ claim: String) throws(ClaimsError) -> String? {
    guard let value = value([claim]) else { return nil }
    guard let text = value.text else {
      throw ClaimsError(.claim, "`" + claim + "` is " + value.kind + ", not a string")
    }
    return text
  }

  /// A time in seconds since 1970, whole or not (RFC 7519, section 2).
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

  /// One string, or several.
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
