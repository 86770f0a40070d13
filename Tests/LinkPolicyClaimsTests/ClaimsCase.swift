import Foundation
import LinkPolicy
import LinkPolicyClaims
import LinkPolicyPresets
import LinkPolicyTestSupport

/// One payload with what is to come of it, from a file of Cases.
struct ClaimsCase {
  struct Unreadable: Error {}

  let id: String
  private let members: [String: Any]

  static let names = [
    "apple", "facebook-limited", "facebook", "github", "google", "microsoft", "oidc-user-info",
    "oidc", "saml",
  ]

  /// The cases of a file, each with what it does not set itself.
  static func cases(of file: String) throws -> [ClaimsCase] {
    let url = Project.file("Tests/LinkPolicyClaimsTests/Cases/" + file + ".json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    guard let head = object as? [String: Any], let cases = head["cases"] as? [[String: Any]]
    else { throw Unreadable() }
    return try cases.map { own in
      guard let id = own["id"] as? String else { throw Unreadable() }
      var members = head.merging(own) { $1 }
      let expecting = head["expecting"] as? [String: Any] ?? [:]
      members["expecting"] = expecting.merging(own["expecting"] as? [String: Any] ?? [:]) { $1 }
      return ClaimsCase(id: file + "/" + id, members: members)
    }
  }

  /// What comes of it: an account of the assertion, or the reason that there is none.
  func outcome() throws -> String {
    guard let policy = Presets.policy(named: text("policy") ?? "firebase") else {
      throw Unreadable()
    }
    let (mapping, payload) = (try mapping, try payload)
    do throws(ClaimsError) {
      return Self.account(
        try mapping.assertion(
          from: payload, expecting: expectation, provider: text("provider"),
          form: text("form").map { Array($0.utf8) },
          addresses: text("addresses").map { Array($0.utf8) }, for: policy))
    } catch {
      return "error: " + error.reason.rawValue
    }
  }

  /// What has to come of it, in the same words.
  func expected() throws -> String {
    guard let expect = members["expect"] as? [String: Any] else { throw Unreadable() }
    if let reason = expect["error"] as? String {
      return "error: " + reason
    }
    func list(_ key: String) -> String { (expect[key] as? [String] ?? []).joined(separator: ",") }
    let provider = try mapping.provider
    let claims = expect["claims"] as? [String: String] ?? [:]
    return Self.text([
      expect["provider"] as? String ?? provider ?? "", expect["subject"] as? String ?? "",
      expect["email"] as? String ?? "no address",
      claims.keys.sorted().map { $0 + "=" + (claims[$0] ?? "") }.joined(separator: ","),
      expect["name"] as? String ?? "no name", expect["photo"] as? String ?? "no photo",
      expect["nonce"] as? String ?? "", list("checked"), list("unchecked"), list("notes"),
      list("undeclared"),
    ])
  }

  private static func account(_ mapped: MappedAssertion) -> String {
    let assertion = mapped.assertion
    let record = assertion.addresses.first
    return text([
      assertion.provider, assertion.subject ?? "", record?.email ?? "no address",
      (record?.claims ?? []).map { $0.name + "=" + text($0.value) }.sorted()
        .joined(separator: ","),
      assertion.profile.name ?? "no name", assertion.profile.photo ?? "no photo",
      assertion.nonce.word.text, mapped.checked.map { $0.rawValue }.joined(separator: ","),
      mapped.unchecked.map { $0.rawValue }.joined(separator: ","),
      mapped.notes.map { $0.claim }.joined(separator: ","),
      mapped.undeclared.joined(separator: ","),
    ])
  }

  private static func text(_ parts: [String]) -> String { parts.joined(separator: " | ") }

  private static func text(_ value: ClaimValue) -> String {
    switch value {
    case .boolean(let flag): flag ? "true" : "false"
    case .string(let text): "\"" + text.text + "\""
    case .number(let text): text.text
    case .null: "null"
    }
  }

  // MARK: What is given

  private func text(_ key: String) -> String? { members[key] as? String }

  private var mapping: ClaimsMapping {
    get throws {
      switch text("mapping") {
      case "google": .google
      case "apple": .apple
      case "facebook": .facebook
      case "facebook-limited": .facebookLimited
      case "microsoft": .microsoft
      case "github": .gitHub
      case "oidc": .oidc
      case "oidc-user-info": .oidcUserInfo
      case "saml": .saml
      default: throw Unreadable()
      }
    }
  }

  private var payload: [UInt8] {
    get throws {
      if let raw = text("raw") {
        return Array(raw.utf8)
      }
      var object = members["payload"] as? [String: Any] ?? [:]
      object.merge(members["set"] as? [String: Any] ?? [:]) { $1 }
      for key in members["remove"] as? [String] ?? [] {
        object[key] = nil
      }
      return [UInt8](try JSONSerialization.data(withJSONObject: object))
    }
  }

  private var expectation: ClaimsExpectation {
    let given = members["expecting"] as? [String: Any] ?? [:]
    let audiences = given["audiences"] as? [String] ?? []
    let issuers = given["issuers"] as? [String] ?? []
    let time = given["time"] as? Int
    let leeway = given["leeway"] as? Int ?? 60
    let nonce = given["nonce"] as? [String: String]
    switch given["as"] as? String {
    case "user-info": return .userInfo(ofSubject: given["subject"] as? String)
    case "attributes":
      return .attributes(audiences: audiences, at: time, leeway: leeway, issuers: issuers)
    default:
      return .idToken(
        audiences: audiences, at: time, leeway: leeway,
        nonce: nonce?["raw"].map { .raw($0) } ?? nonce?["claim"].map { .claim($0) } ?? .notSent,
        issuers: issuers)
    }
  }
}
