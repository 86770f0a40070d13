// Imported for socket addresses, because `CMicroHTTPD` includes their header.
internal import CMicroHTTPD
internal import Glibc

/// An HTTP client for servers on this machine, with which the service calls a provider directly instead of through the
/// browser.
enum LoopbackClient {
  /// The maximum number of bytes of an answer.
  private static var longest: Int { 64 * 1024 }

  /// Returns the body of an answer with the status 200; nil for any other status, or without data for five seconds.
  ///
  /// - Parameters:
  ///   - path: the path to request.
  ///   - port: the port of the server.
  ///   - form: the form fields for a POST request; nil for a GET request.
  /// - Returns: the body.
  static func body(
    of path: String, on port: UInt16, posting form: [(String, String)]? = nil
  ) -> [UInt8]? {
    let content = form.map { FormEncoding.encoded($0) } ?? ""
    var head = (form == nil ? "GET " : "POST ") + path + " HTTP/1.1\r\n"
    head += "Host: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    if form != nil {
      head += "Content-Type: application/x-www-form-urlencoded\r\n"
      head += "Content-Length: \(content.utf8.count)\r\n"
    }
    guard let answer = exchange(Array((head + "\r\n" + content).utf8), port) else { return nil }
    return body(ofAnswer: answer)
  }

  /// Returns the body of a complete answer with the status 200; nil for any other answer.
  static func body(ofAnswer answer: [UInt8]) -> [UInt8]? {
    let end = Array("\r\n\r\n".utf8)
    guard let gap = answer.firstRange(of: end) else { return nil }
    let head = String(decoding: answer[..<gap.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    guard let status = lines.first?.split(separator: " "), status.count >= 2, status[1] == "200",
      let length = lines.dropFirst().first(where: {
        $0.lowercased().hasPrefix("content-length:")
      }),
      let count = Int(length.drop { $0 != ":" }.dropFirst().filter { $0 != " " })
    else { return nil }
    let body = Array(answer[gap.upperBound...])
    return body.count == count ? body : nil
  }

  private static func exchange(_ request: [UInt8], _ port: UInt16) -> [UInt8]? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = unsafe withUnsafePointer(to: &address) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected, sendAll(request, to: descriptor) else { return nil }
    var answer: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      if count == 0 { return answer }
      guard count > 0, answer.count + count <= longest else { return nil }
      answer += block[..<count]
    }
  }

  private static func sendAll(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe send(
          descriptor, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent,
          CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
