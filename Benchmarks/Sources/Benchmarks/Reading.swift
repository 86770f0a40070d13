import CEvents
import Foundation
import LinkPolicy
import LinkPolicyPresets
import LinkPolicyTesting
import LinkPolicyYAML

/// Reading vectors beside Foundation's decoder, and a policy beside libyaml's events.
enum Reading {
  /// What Foundation is asked to make of a line: what every case of the file has.
  private struct Case: Decodable {
    struct Step: Decodable {
      struct Attempt: Decodable {
        struct Profile: Decodable { var name: String?, photo: String? }
        struct Link: Decodable { var domain: String }
        var action: String
        var provider, kind, subject, email, nonce, origin, secret, consent, tenant: String?
        var profile: Profile?
        var link: Link?
      }
      struct Expect: Decodable {
        var outcome, error, shown, account: String?
        var session: Bool?
      }
      var attempt: Attempt?
      var expect: Expect?
      var target, wait: String?
      var settings: [String: String]?
    }
    struct Account: Decodable {
      struct Method: Decodable { var provider, kind: String, address, proved, subject: String? }
      var id: String
      var email, tenant: String?
      var verified: Bool?
      var state: String?
      var methods: [Method]?
    }
    var id, policy: String
    var steps: [Step]
    var accounts: [Account]?
  }

  static func vectors(_ path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let bytes = [UInt8](data)
    let ours = try Measure(1) { _ in
      blackHole(try VectorReader.read(bytes, name: "vectors", format: .jsonLines))
    }
    let lines = data.split(separator: UInt8(ascii: "\n"))
    let decoder = JSONDecoder()
    let theirs = try Measure(1) { _ in
      for line in lines {
        blackHole(try decoder.decode(Case.self, from: line))
      }
    }
    let size = Double(bytes.count)
    report("vectors read, without playing", text(size / ours.nanoseconds * 1e3) + " MB/s")
    report("the same lines by Foundation", text(size / theirs.nanoseconds * 1e3) + " MB/s")
    report("  times Foundation", text(theirs.nanoseconds / ours.nanoseconds))
  }

  static func policy() throws {
    guard let bytes = Presets.yaml(named: "firebase") else { return }
    var events = 0
    let bare = Measure(50) { _ in
      events = bytes.withUnsafeBufferPointer { yaml_events($0.baseAddress, $0.count) }
    }
    let reading = try Measure(20) { _ in
      blackHole(try PolicyText(bytes, name: "firebase").document)
    }
    report("libyaml, events alone", text(Double(events) / bare.nanoseconds * 1e3) + " million/s")
    let rate = Double(events) / reading.nanoseconds * 1e3
    report("policy read to a document", text(rate) + " million/s")
    report("  per cent of libyaml", text(100 * bare.nanoseconds / reading.nanoseconds))
    let compiled = try Measure(1) { _ in blackHole(try Policy(yaml: bytes)) }
    report("policy read and compiled", text(compiled.nanoseconds / 1e6) + " ms")
    guard let image = Presets.image(named: "firebase") else { return }
    let loaded = try Measure(200) { _ in blackHole(try Policy(image: image)) }
    report("image loaded", text(loaded.nanoseconds / 1e6) + " ms")
    report("  allocations", text(loaded.allocations))
    report("  times as fast as compiling", text(compiled.nanoseconds / loaded.nanoseconds))
  }
}
