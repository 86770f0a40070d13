import LinkPolicy
import LinkPolicyJSON

/// Images with words of them altered and the checksum made right again: refused with what is wrong, or
/// they decide within their bounds.
///
/// An input is no image but what to alter: a byte that chooses the image, then four bytes for each edit, its place,
/// its value and what is done with it. So every input is about the words behind the checksum, however
/// long the image is. Accepted is what loads.
enum ImageEntry {
  private static let images = [Shipped.smallImage, Shipped.image]

  static func take(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return false }
    var image = images[Int(first) % images.count]
    for edit in 0..<(bytes.count - 1) / 4 {
      alter(&image, Array(bytes[(1 + 4 * edit)...(4 + 4 * edit)]))
    }
    mend(&image)
    do throws(InvalidImage) {
      decide(by: try Policy(image: image))
      return true
    } catch {
      require(
        !error.message.isEmpty && !error.message.contains("\n"), "a refusal that says nothing")
      return false
    }
  }

  private static func alter(_ image: inout [UInt8], _ edit: [UInt8]) {
    let value = edit[2]
    let place = (Int(edit[0]) | Int(edit[1]) << 8) * (edit[3] & 0x80 == 0 ? 1 : 2) % image.count
    switch edit[3] % 5 {
    case 0: image[place] ^= value
    case 1: image[place] = value
    case 2: image[place] &+= value
    case 3:
      for index in 0..<4 {
        image[place & ~3 | index] = index == 0 ? value : 0
      }
    default: image = Array(image[..<max(64, place & ~3)])
    }
  }

  /// Makes length and checksum right, by another program than the one that is tried.
  private static func mend(_ image: inout [UInt8]) {
    guard image.count >= 64 else { return }
    write(UInt32(image.count), at: 8, in: &image)
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in image[16...] {
      checksum ^= UInt32(byte)
      for _ in 0..<8 {
        checksum = checksum & 1 == 1 ? 0xEDB8_8320 ^ (checksum >> 1) : checksum >> 1
      }
    }
    write(~checksum, at: 12, in: &image)
  }

  private static func write(_ word: UInt32, at place: Int, in image: inout [UInt8]) {
    for index in 0..<4 {
      image[place + index] = UInt8(truncatingIfNeeded: word >> UInt32(8 * index))
    }
  }

  /// Asks everything of some look-ups and of what they come to.
  private static func decide(by policy: Policy) {
    _ = (policy.name, policy.title, policy.digest.text)
    for (attempt, caller) in attempts {
      guard let lookup = try? policy.lookup(for: attempt, by: caller, under: [:]) else { continue }
      require(!lookup.json.isEmpty, "a look-up that says nothing")
      for answered in answers(to: lookup) {
        guard let decision = try? policy.decide(answered) else { continue }
        _ = (decision.changes, decision.neighbours, decision.factValues, decision.disclosed)
        _ = (decision.shown, decision.ticket, decision.refusedRow)
        require(!decision.explanation.isEmpty, "a decision that says nothing")
        if case .refused(let refusal) = decision.outcome {
          _ = (refusal.code, refusal.names, refusal.name(on: "web"))
        }
      }
    }
  }

  /// What stores could answer: who holds the credential and the addresses is nobody or an account, whose
  /// session and code they know.
  private static func answers(to lookup: Lookup) -> [AnsweredLookup] {
    let code = CodeRow(
      for: .reset, address: email, account: account, boundTo: email, requester: "s", tenant: nil,
      isUsed: false, isExpired: false)
    guard let known = lookup.code == nil ? lookup : try? lookup.knowing(code: code) else {
      return []
    }
    var answers: [AnsweredLookup] = []
    for credential in [Lookup.CredentialAnswer.nobody, .gone, .account(account)] {
      for holders in [[], [account]] {
        let answered = try? lookup.answered(
          credential: lookup.credential == nil ? .notAsked : credential,
          addresses: known.addresses.map { _ in holders },
          session: lookup.session == nil
            ? .notAsked : .row(SessionRow(of: account, epoch: 0, isEnded: false, isRecent: true)),
          target: lookup.target == nil ? .notAsked : .account(account),
          code: lookup.code == nil ? .notAsked : .row(code),
          method: lookup.asksMethod ? .enabled : .notAsked)
        answers += answered.map { [$0] } ?? []
      }
    }
    return answers
  }

  private static let email = "ada@gmail.com"

  private static let account: Account = {
    var account = Account(id: "a", email: email)
    account.methods = [Method("google.com", .federated, subject: "1")]
    return account
  }()

  private static let attempts: [(Attempt, Lookup.Caller)] = {
    var attempts: [(Attempt, Lookup.Caller)] = [
      (Attempt(Action("sign-out")), .session("s")), (Attempt(Action("delete")), .session("s")),
      (Attempt(Action("disable")), Lookup.Caller(session: nil, target: "a", code: nil)),
      (Attempt(Action("reset-password")), Lookup.Caller(session: "s", target: nil, code: "c")),
    ]
    for provider in ["google.com", "facebook.com", "p", "q"] {
      for records in [[], [AddressRecord(email)]] {
        let attempt = Attempt(
          .signIn, with: Assertion(verified: provider, subject: "1", addresses: records))
        attempts.append((attempt, .nobody))
      }
    }
    return attempts
  }()
}
