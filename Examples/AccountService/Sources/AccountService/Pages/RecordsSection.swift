/// The section with the last records of the audit log.
enum RecordsSection {
  static func html(for records: [String]) -> HTML {
    """
    <section id="records"><h2>Audit log</h2>
    <p>A line for each decision, the last one first, without addresses, subjects and names. <a href="/audit">All of it</a></p>
    \(records.map { record -> HTML in "<pre class=\"record\">\(record)</pre>\n" })
    </section>
    """
  }
}
