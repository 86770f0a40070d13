import LinkPolicy
import LinkPolicyYAML

/// The small policies that are compared with brute force.
enum Sketches {
  static let all = [
    "better-auth", "explicit-link", "reset-with-code", "supabase", "tenant-restriction",
    "unrelated",
  ]
  /// Those whose sequences are few enough to be tried one by one.
  static let tiny = ["better-auth", "reset-with-code", "tenant-restriction"]

  static func policy(_ name: String) throws -> Policy {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try Policy(yamlFile: "/" + folder + "/Policies/" + name + ".yaml")
  }
}
