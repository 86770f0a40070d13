/// A whole HTML page, with the style and headers that all pages share.
enum Document {
  /// The path of the style sheet.
  static var stylePath: String { "/style.css" }

  /// Returns a page as a response.
  ///
  /// - Parameters:
  ///   - title: the title and heading of the page.
  ///   - status: the HTTP status code.
  ///   - targets: the origins to which forms of the page lead, in addition to its own origin.
  ///   - content: the content below the heading.
  /// - Returns: the page, with the security headers of all pages.
  static func response(
    _ title: String, status: Int = 200, formsMayLeadTo targets: [String] = [], _ content: HTML
  ) -> Response {
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <link rel="stylesheet" href="\(stylePath)">
      </head>
      <body>
      <h1>\(title)</h1>
      \(content)
      </body>
      </html>

      """
    var response = Response(status, "text/html; charset=utf-8", page.text)
    response.secure(formsMayLeadTo: targets)
    return response
  }

  /// The style sheet of all pages.
  static var style: Response {
    Response(200, "text/css; charset=utf-8", sheet)
  }

  private static var sheet: String {
    """
    :root { color-scheme: light dark; }
    body { font: 1rem/1.45 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 0 1rem 4rem; }
    section { border-top: 1px solid; margin-top: 2rem; }
    form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .6rem 0; }
    label { max-width: 100%; }
    input, select, button { font: inherit; padding: .2rem .5rem; max-width: 100%; }
    table { border-collapse: collapse; width: 100%; }
    td, th { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid; }
    td form { display: inline-flex; margin: 0 .3rem .3rem 0; }
    .frame { overflow-x: auto; }
    .message { border: 2px solid; padding: .5rem 1rem; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; }

    """
  }
}
