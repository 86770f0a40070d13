/// HTML forms, which work without scripts.
enum Form {
  /// Returns a form that sends a POST request.
  ///
  /// - Parameters:
  ///   - place: the path that receives the form.
  ///   - button: the label of the button.
  ///   - hidden: the hidden fields.
  ///   - content: the content before the button.
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

  /// Returns an input field with its label.
  static func field(
    _ name: String, _ label: String, type: String = "text", value: String = "",
    autocomplete: String = "off"
  ) -> HTML {
    """
    <label>\(label) <input type="\(type)" name="\(name)" value="\(value)" autocomplete="\(autocomplete)" maxlength="500"></label>
    """
  }

  /// Returns a checkbox with its label.
  static func box(_ name: String, _ label: String, isTicked: Bool = false) -> HTML {
    let ticked: HTML = isTicked ? " checked" : ""
    return
      "<label><input type=\"checkbox\" name=\"\(name)\" value=\"on\"\(ticked)> \(label)</label>"
  }

  /// Returns a drop-down list with its label.
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
