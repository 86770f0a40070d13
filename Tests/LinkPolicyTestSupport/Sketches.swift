import LinkPolicy
package import LinkPolicyAuthoring
import LinkPolicyYAML

/// The small policies that are compared with brute force.
package enum Sketches {
  package static let all = [
    "better-auth", "explicit-link", "reset-with-code", "supabase", "tenant-restriction",
    "unrelated",
  ]
  /// Those whose sequences are few enough to be tried one by one.
  package static let tiny = ["better-auth", "reset-with-code", "tenant-restriction"]

  package static func policy(_ name: String) throws -> CompiledPolicy {
    try CompiledPolicy(yamlFile: path(name))
  }

  /// The file of a sketch, which stands in the suite that plays it.
  package static func path(_ name: String) -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let suite = name == "unrelated" ? "unrelated" : "sketches"
    return "/" + root + "/vectors/" + suite + "/policies/" + name + ".yaml"
  }
}
