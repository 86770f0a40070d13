internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// Writes an HTML page in which text can only ever be text.
///
/// Element and attribute names come from closed lists; everything else is escaped on the way in.
/// The two exceptions are ``style(_:)`` and ``script(_:)``, which take text written in this package alone.
struct HTMLWriter {
  private var bytes: [UInt8] = []

  /// The page so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes what every page starts with.
  mutating func doctype() {
    bytes += Array("<!doctype html>".utf8)
  }

  /// Writes an element with attributes, and what is in it.
  mutating func element(
    _ element: HTMLElement, _ attributes: [HTMLAttribute] = [],
    _ content: (inout HTMLWriter) -> Void = { _ in }
  ) {
    if element.isBlock, !bytes.isEmpty {
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes += Array("<\(element.rawValue)".utf8)
    for attribute in attributes {
      bytes += Array(" \(attribute.key.rawValue)=\"".utf8)
      escape(attribute.value)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: ">"))
    guard !element.isVoid else { return }
    content(&self)
    bytes += Array("</\(element.rawValue)>".utf8)
  }

  /// Writes an element of a class, and what is in it.
  mutating func element(
    _ element: HTMLElement, class name: String, _ content: (inout HTMLWriter) -> Void
  ) {
    self.element(element, [HTMLAttribute(.class, name)], content)
  }

  /// Writes an element that holds text alone.
  mutating func element(_ element: HTMLElement, class name: String? = nil, text: String) {
    self.element(element, name.map { [HTMLAttribute(.class, $0)] } ?? []) { $0.write(text) }
  }

  /// Writes text.
  mutating func write(_ text: String) {
    escape(text)
  }

  /// Writes a style sheet of this package; a browser takes what is in it as it stands.
  mutating func style(_ sheet: StyleSheet) {
    element(.style) { $0.bytes += Array(sheet.text.utf8) }
  }

  /// Writes a script of this package; a browser takes what is in it as it stands.
  mutating func script(_ script: PageScript) {
    element(.script) { $0.bytes += Array(script.text.utf8) }
  }

  /// Writes a link to a part of the page.
  mutating func link(to anchor: Anchor, _ text: String, class name: String? = nil) {
    var attributes = [HTMLAttribute(.href, "#" + anchor.id)]
    if let name {
      attributes.append(HTMLAttribute(.class, name))
    }
    element(.a, attributes) { $0.write(text) }
  }

  /// Writes a link to an address in the web; anything else stands there as text.
  ///
  /// A policy's `url` could be a script.
  mutating func link(toWeb address: String, _ text: String) {
    guard address.utf8.starts(with: "https://".utf8) || address.utf8.starts(with: "http://".utf8)
    else {
      write(address.utf8.isEmpty ? text : text + " (" + address + ")")
      return
    }
    element(.a, [HTMLAttribute(.href, address), HTMLAttribute(.rel, "noreferrer")]) {
      $0.write(text)
    }
  }

  /// Escapes markup, and replaces what HTML does not allow, what cannot be seen or would reorder text around it.
  private mutating func escape(_ text: String) {
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes += Array("&amp;".utf8)
      case "<": bytes += Array("&lt;".utf8)
      case ">": bytes += Array("&gt;".utf8)
      case "\"": bytes += Array("&quot;".utf8)
      case "'": bytes += Array("&#39;".utf8)
      // References, so that no line of a text begins a line of the page, which may be printed in the
      // log of a build server; what that looks for within a line is taken apart too.
      case "\n", "\t": bytes += Array("&#\(scalar.value);".utf8)
      case "#" where before == "#": bytes += Array("&#35;".utf8)
      default: bytes += Array(String(Self.isHarmless(scalar) ? scalar : "\u{FFFD}").utf8)
      }
      before = scalar
    }
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // What joins characters, or keeps them apart, changes how they look.
    case 0x200C, 0x200D: true
    case 0xFDD0...0xFDEF: false
    case let value: value & 0xFFFE != 0xFFFE && !HarmlessText.isHidden(scalar)
    }
  }
}
