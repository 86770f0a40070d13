// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "linkpolicy", path: "..")],
  targets: [
    // Counts what is allocated, by standing in the place of the C library's allocator.
    .target(name: "CAllocations"),
    // libyaml's own event rate, from C.
    .target(name: "CEvents", linkerSettings: [.linkedLibrary("yaml")]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CAllocations", "CEvents",
        .product(name: "LinkPolicy", package: "linkpolicy"),
        .product(name: "LinkPolicyYAML", package: "linkpolicy"),
        .product(name: "LinkPolicyPresets", package: "linkpolicy"),
        .product(name: "LinkPolicyTesting", package: "linkpolicy"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    // Decides under an image that is given, for whoever counts what that takes.
    .executableTarget(
      name: "Growth", dependencies: [.product(name: "LinkPolicy", package: "linkpolicy")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
