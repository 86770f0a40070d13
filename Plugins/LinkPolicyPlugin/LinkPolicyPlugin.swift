import Foundation
import PackagePlugin

/// Compiles each `*.linkpolicy.yaml` of a target into Swift source: the policy's image, and types for its words.
@main
struct LinkPolicyPlugin: BuildToolPlugin {
  /// The end of the names of the files that are compiled; other YAML files are what they extend.
  private static let ending = ".linkpolicy.yaml"

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let compiler = try context.tool(named: "LinkPolicyCompiler")
    let policies = module.sourceFiles.map { $0.url }.filter {
      $0.lastPathComponent.hasSuffix(Self.ending)
    }
    // A policy can extend files that stand in its folder or below it, and no others. Whichever of them is edited, it is compiled again.
    let texts = Self.texts(below: module.directoryURL)
    var names: [String: URL] = [:]
    return policies.sorted { $0.path < $1.path }.compactMap { policy in
      let name = policy.lastPathComponent
      // Signs do not count in the name of the type, and names that differ in case alone are no help to anybody.
      let key = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
      if let other = names.updateValue(policy, forKey: key) {
        Diagnostics.error(
          "two policies would be one type, or differ in case alone: \(other.path) and \(policy.path)")
        return nil
      }
      let source = context.pluginWorkDirectoryURL.appending(path: name + ".swift")
      return .buildCommand(
        displayName: "Compiling policy \(name)", executable: compiler.url,
        arguments: [policy.path, "--out", source.path], inputFiles: texts, outputFiles: [source])
    }
  }

  /// The files of a folder and of those below it that a policy may extend, whatever they are called, in a fixed order.
  private static func texts(below folder: URL) -> [URL] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension != "swift" && !$0.hasDirectoryPath }
      .sorted { $0.path < $1.path }
  }
}
