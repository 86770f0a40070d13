import LinkPolicy
import LinkPolicyYAML

/// The shipped policy that requests and vectors are decided by, and what policies may extend.
enum Shipped {
  static let text = read("Sources/LinkPolicyPresets/Policies/firebase.yaml")
  /// Small, so that many overlays of it can be tried.
  static let small = read("Tests/LinkPolicyCommandsTests/Fixtures/policy.yaml")

  static let finder = PolicyFinder { reference, _ in
    switch reference {
    case "firebase": .found(name: "firebase.yaml", bytes: text)
    case "small": .found(name: "policy.yaml", bytes: small)
    // Any text can stand there, and what is not known is not found.
    default: .notFound("not here")
    }
  }

  static let policy: Policy = {
    do throws(InvalidInput) {
      return try Policy(yaml: text, name: "firebase.yaml")
    } catch {
      fatalError("firebase.yaml does not load: \(error)")
    }
  }()

  private static func read(_ path: String) -> [UInt8] {
    do throws(InvalidInput) {
      return try InputFile.read(path, limit: 1 << 20)
    } catch {
      fatalError("run this from the folder of the package: \(error)")
    }
  }
}
