// swift-tools-version: 6.2
import PackageDescription

// What of a sign-in is deciding, on a real database: a package of its own, so that the other benchmarks need no SQLite.
let package = Package(
  name: "store-benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "linkpolicy", path: "../.."),
    .package(name: "sqlite-store", path: "../../Examples/SQLiteStore"),
  ],
  targets: [
    .executableTarget(
      name: "Stores",
      dependencies: [
        .product(name: "LinkPolicy", package: "linkpolicy"),
        .product(name: "LinkPolicyYAML", package: "linkpolicy"),
        .product(name: "LinkPolicyPresets", package: "linkpolicy"),
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
        .product(name: "SQLiteStore", package: "sqlite-store"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
