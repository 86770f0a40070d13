// swift-tools-version: 6.2
import PackageDescription

// The test programs of the example stores: conformance vectors and races.
let package = Package(
  name: "store-checks",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "StoreChecks", targets: ["StoreChecks"]),
    .executable(name: "memory-races", targets: ["MemoryRaces"]),
    .executable(name: "memory-conformance", targets: ["MemoryConformance"]),
  ],
  dependencies: [
    .package(name: "linkpolicy", path: "../.."),
    .package(name: "memory-store", path: "../MemoryStore"),
  ],
  targets: [
    .target(
      name: "StoreChecks",
      dependencies: [
        .product(name: "LinkPolicy", package: "linkpolicy"),
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
        .product(name: "LinkPolicyTesting", package: "linkpolicy"),
        .product(name: "LinkPolicyJSON", package: "linkpolicy"),
        .product(name: "LinkPolicyPresets", package: "linkpolicy"),
        .product(name: "MemoryStore", package: "memory-store"),
      ]),
    .executableTarget(
      name: "MemoryConformance",
      dependencies: [
        "StoreChecks", .product(name: "MemoryStore", package: "memory-store"),
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
      ]),
    .executableTarget(
      name: "MemoryRaces",
      dependencies: [
        "StoreChecks", .product(name: "MemoryStore", package: "memory-store"),
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
      ]),
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
