internal import Testing

@testable internal import AccountService

@Suite struct LoopbackClientTests {
  private func body(_ answer: String) -> String? {
    LoopbackClient.body(ofAnswer: Array(answer.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func itTakesAWholeAnswerAlone() {
    #expect(body("HTTP/1.1 200 OK\r\ncontent-LENGTH: 3\r\n\r\nabc") == "abc")
    for answer in [
      "", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\n\r\nabc",
      "HTTP/1.1 404 No\r\nContent-Length: 3\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\nabc", "\r\n\r\n",
    ] {
      #expect(body(answer) == nil, "\(answer)")
    }
  }

  @Test func itAsksAServer() throws {
    let server = try #require(
      HTTPServer.listening(on: 0) { request in
        Response(200, "text/plain", request.path + " " + (request.form?["a"] ?? "none"))
      })
    defer { server.stop() }
    #expect(LoopbackClient.body(of: "/x", on: server.port) == Array("/x none".utf8))
    #expect(
      LoopbackClient.body(of: "/y", on: server.port, posting: [("a", "b c")])
        == Array("/y b c".utf8))
    server.stop()
    #expect(LoopbackClient.body(of: "/x", on: server.port) == nil)
  }
}
