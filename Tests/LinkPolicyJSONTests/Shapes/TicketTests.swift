import LinkPolicyPresets
import Testing

@testable import LinkPolicy
@testable import LinkPolicyJSON

/// A ticket goes out with a decision and comes back with the attempt that resumes.
@Suite struct TicketTests {
  private static func holder() -> Account {
    var account = Account(id: "u1", email: "a@gmail.com", isEmailVerified: true)
    account.methods = [Method("google.com", .federated, subject: "g1")]
    return account
  }

  private func refused() throws -> Decision {
    let attempt = Attempt(
      .signIn,
      with: Assertion(
        verified: "facebook.com", subject: "f1", addresses: [AddressRecord("a@gmail.com")]))
    let situation = Situation(addressHolders: [Self.holder()])
    return try Presets.firebase.decide(attempt, in: situation)
  }

  @Test func aDecisionSaysWhatMayBeToldAndHandsOutATicket() throws {
    let decision = try refused()
    #expect(decision.disclosed.methods == ["google.com"])
    #expect(decision.disclosed.account == nil)
    let text = String(decoding: decision.json(), as: UTF8.self)
    #expect(text.contains(#""told":{"methods":["google.com"]}"#))
    let ticket = try #require(decision.ticket)
    #expect(text.contains(#""ticket":{"policy":""# + ticket.policy.text))
    #expect(ticket.subject == "f1" && ticket.address == "a@gmail.com" && ticket.account == "u1")
  }

  @Test func aTicketReadsBackAndIsBoundToWhatItWasFor() throws {
    let digest = Presets.firebase.digest.text
    let parts = [
      ("f1", "a@gmail.com", "u1", digest, nil),
      ("f2", "a@gmail.com", "u1", digest, "credential"),
      ("f1", "b@gmail.com", "u1", digest, "address"),
      ("f1", "a@gmail.com", "u2", digest, "another account"),
      ("f1", "a@gmail.com", "u1", String(repeating: "0", count: 64), "another policy"),
    ]
    for (subject, address, account, policy, wrong) in parts {
      let request = try DecisionRequest(
        json: Array(
          """
          {"attempt":{"action":"link","provider":"facebook.com","subject":"f1",
           "addresses":[{"email":"a@gmail.com"}],
           "ticket":{"policy":"\(policy)","ask":"existing-credential","provider":"facebook.com",
            "subject":"\(subject)","address":"\(address)","account":"\(account)"}},
           "caller":{"session":"s1"},
           "answers":{"accounts":[{"id":"u1","email":"a@gmail.com","verified":true,
            "methods":[{"provider":"google.com","subject":"g1"}],"state":"active","epoch":0,"version":1}],
            "credential":null,"addresses":[["u1"]],"method":"enabled",
            "session":{"account":"u1","epoch":0,"ended":false,"recent":true}}}
          """.replacing("\n", with: "").utf8), name: "request")
      do throws(InputError) {
        let decision = try request.decide(by: Presets.firebase)
        #expect(wrong == nil && decision.isAllowed, "\(subject) \(address) \(account)")
      } catch {
        #expect(error.reason == .foreignTicket)
        #expect(wrong.map { error.message.contains($0) } ?? false, "\(error.message)")
      }
    }
  }

  @Test func aDigestReadsBack() throws {
    let digest = Presets.firebase.digest
    #expect(PolicyDigest(text: digest.text) == digest)
    for text in ["", "0", String(repeating: "g", count: 64), digest.text.uppercased() + "!"] {
      #expect(PolicyDigest(text: text) == nil, "\(text)")
    }
  }
}
