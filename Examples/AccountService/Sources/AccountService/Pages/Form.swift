/// Forms, which work without a script.
enum Form {
  /// A form that posts.
  ///
  /// - Parameters:
  ///   - place: where it is posted to.
  ///   - button: what its button says.
  ///   - hidden: fields that are not shown.
  ///   - content: what stands before the button.
  /// - Returns: the form.
  static func post(
    to place: String, _ button: String, hidden: [(String, String)] = [], _ content: HTML = ""
  ) -> HTML {
    let fields = hidden.map { name, value -> HTML in
      "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }
    return """
      <form method="post" action="\(place)">\(fields)\(content)<button>\(button)</button></form>

      """
  }

  /// A field with its label.
  static func field(
    _ name: String, _ label: String, type: String = "text", value: String = "",
    autocomplete: String = "off"
  ) -> HTML {
    """
    <label>\(label) <input type="\(type)" name="\(name)" value="\(value)" autocomplete="\(autocomplete)" maxlength="500"></label>
    """
  }

  /// A box to tick.
  static func box(_ name: String, _ label: String, isTicked: Bool = false) -> HTML {
    let ticked: HTML = isTicked ? " checked" : ""
    return
      "<label><input type=\"checkbox\" name=\"\(name)\" value=\"on\"\(ticked)> \(label)</label>"
  }

  /// A list to choose from.
  static func choice(
    _ name: String, _ label: String, _ options: [(value: String, title: String)], chosen: String
  ) -> HTML {
    let items = options.map { option -> HTML in
      let selected: HTML = option.value == chosen ? " selected" : ""
      return "<option value=\"\(option.value)\"\(selected)>\(option.title)</option>"
    }
    return "<label>\(label) <select name=\"\(name)\">\(items)</select></label>"
  }
}
