// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "memory-store",
  platforms: [.macOS(.v26)],
  products: [.library(name: "MemoryStore", targets: ["MemoryStore"])],
  dependencies: [.package(name: "linkpolicy", path: "../..")],
  targets: [
    .target(
      name: "MemoryStore",
      dependencies: [
        .product(name: "LinkPolicy", package: "linkpolicy"),
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
        .product(name: "LinkPolicyTesting", package: "linkpolicy"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6), .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
