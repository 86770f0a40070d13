internal import Testing

@testable internal import AccountService

@Suite struct FormEncodingTests {
  @Test func itReadsWhatItWrites() throws {
    let fields = [("a b", "ä & = + % \u{1F600}\r\n"), ("", "x"), ("empty", "")]
    let read = try #require(FormEncoding.fields(of: Array(FormEncoding.encoded(fields).utf8)))
    #expect(read.all.map { $0.name } == fields.map { $0.0 })
    #expect(read.all.map { $0.value } == fields.map { $0.1 })
  }

  @Test func itRefusesWhatIsNoForm() {
    for text in ["a=%", "a=%4", "a=%zz", "%=a", "a=%ff", "a=%c3%28", "a=%C0%80"] {
      #expect(FormEncoding.fields(of: Array(text.utf8)) == nil, "\(text)")
    }
    let many = String(repeating: "a=b&", count: FormEncoding.mostFields + 1)
    #expect(FormEncoding.fields(of: Array(many.utf8)) == nil)
  }

  @Test func ofTwoValuesNobodyCanSayWhichCounts() throws {
    let read = try #require(FormEncoding.fields(of: Array("a=1&b=2&a=1".utf8)))
    #expect(read["a"] == nil)
    #expect(read["b"] == "2")
    #expect(read["B"] == nil)
    var headers = NamedValues(ignoresCase: true)
    headers.append("Host", "x")
    #expect(headers["hOST"] == "x")
    headers.append("host", "y")
    #expect(headers["Host"] == nil)
  }
}
