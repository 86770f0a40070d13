import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicySystem
import LinkPolicyYAML

/// The shipped policy that requests and vectors are decided by, and what policies may extend.
enum Shipped {
  static let text = read("Sources/LinkPolicyPresets/Policies/firebase.yaml")

  static let finder = only("firebase", text)

  /// Finds a small policy alone, so that many overlays of it can be tried.
  static let smallFinder = only("small", small)

  private static let small = read("Tests/LinkPolicyCommandsTests/Fixtures/policy.yaml")

  /// The image of firebase, as it ships.
  static let image = read("Sources/LinkPolicyPresets/Images/firebase.image")

  /// The image of the small policy.
  static let smallImage: [UInt8] = {
    do throws(InvalidInput) {
      return try CompiledPolicy(yaml: small, name: "small.yaml").image
    } catch {
      fatalError("the small policy does not load: \(error)")
    }
  }()

  static let policy: Policy = {
    do throws(InvalidInput) {
      return try Policy(yaml: text, name: "firebase.yaml")
    } catch {
      fatalError("firebase.yaml does not load: \(error)")
    }
  }()

  private static func only(_ name: String, _ bytes: [UInt8]) -> PolicyFinder {
    PolicyFinder { reference, _ in
      reference == name ? .found(name: name + ".yaml", bytes: bytes) : .notFound("not here")
    }
  }

  private static func read(_ path: String) -> [UInt8] {
    do throws(InvalidInput) {
      return try InputFile.read(path, limit: 1 << 20)
    } catch {
      fatalError("run this from the folder of the package: \(error)")
    }
  }
}
