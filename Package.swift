// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "linkpolicy",
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .library(name: "LinkPolicy", targets: ["LinkPolicy"]),
    .library(name: "LinkPolicyYAML", targets: ["LinkPolicyYAML"]),
    .library(name: "LinkPolicyJSON", targets: ["LinkPolicyJSON"]),
    .library(name: "LinkPolicyPresets", targets: ["LinkPolicyPresets"]),
    .library(name: "LinkPolicyPresetsYAML", targets: ["LinkPolicyPresetsYAML"]),
    .library(name: "LinkPolicyVectors", targets: ["LinkPolicyVectors"]),
    .library(name: "LinkPolicyReview", targets: ["LinkPolicyReview"]),
    .executable(name: "linkpolicy", targets: ["LinkPolicyTool"]),
  ],
  targets: [
    .target(name: "LinkPolicy"),
    .target(name: "LinkPolicyJSON", dependencies: ["LinkPolicy"]),
    .systemLibrary(
      name: "CYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .target(name: "LinkPolicyYAML", dependencies: ["LinkPolicy", "CYAML"]),
    .target(name: "CLinkPolicyResources"),
    .target(
      name: "LinkPolicyPresets", dependencies: ["LinkPolicy", "CLinkPolicyResources"],
      exclude: ["Images", "Policies", "Assumptions"]),
    .target(
      name: "LinkPolicyPresetsYAML",
      dependencies: ["LinkPolicy", "LinkPolicyPresets", "LinkPolicyYAML"]),
    .target(name: "LinkPolicyReports", dependencies: ["LinkPolicy", "LinkPolicyJSON"]),
    .target(
      name: "LinkPolicyVectors",
      dependencies: ["LinkPolicy", "LinkPolicyJSON", "LinkPolicyYAML", "LinkPolicyReports"]),
    .target(
      name: "LinkPolicySuites",
      dependencies: ["LinkPolicy", "LinkPolicyJSON", "LinkPolicyYAML", "LinkPolicyVectors"]),
    .target(
      name: "LinkPolicyReview",
      dependencies: [
        "LinkPolicy", "LinkPolicyJSON", "LinkPolicyYAML", "LinkPolicyReports", "LinkPolicyVectors",
      ]),
    .target(
      name: "LinkPolicyCommands",
      dependencies: [
        "LinkPolicy", "LinkPolicyJSON", "LinkPolicyYAML", "LinkPolicyPresets",
        "LinkPolicyPresetsYAML", "LinkPolicyReports", "LinkPolicyVectors", "LinkPolicySuites",
        "LinkPolicyReview", "CLinkPolicyResources",
      ],
      exclude: ["Schemas"]),
    .executableTarget(name: "LinkPolicyTool", dependencies: ["LinkPolicyCommands"]),
    .target(name: "LinkPolicyTestSupport", path: "Tests/LinkPolicyTestSupport"),
    .testTarget(
      name: "LinkPolicyTests",
      dependencies: ["LinkPolicy", "LinkPolicyYAML", "LinkPolicyTestSupport"]),
    .testTarget(
      name: "LinkPolicyPresetsTests",
      dependencies: [
        "LinkPolicyPresets", "LinkPolicyPresetsYAML", "LinkPolicyYAML", "LinkPolicy",
      ]),
    .testTarget(
      name: "LinkPolicyJSONTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyJSON", "LinkPolicy", "LinkPolicyPresets",
        "LinkPolicyPresetsYAML",
      ],
      exclude: ["Corpus"]),
    .testTarget(
      name: "LinkPolicyYAMLTests",
      dependencies: ["LinkPolicyTestSupport", "LinkPolicyYAML", "LinkPolicy"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LinkPolicyCommandsTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyCommands", "LinkPolicyTool", "LinkPolicyVectors",
        "LinkPolicyYAML", "LinkPolicyJSON", "LinkPolicy",
      ],
      exclude: ["Fixtures", "Golden"]),
    .testTarget(
      name: "LinkPolicyReportsTests",
      dependencies: ["LinkPolicyReports", "LinkPolicy", "LinkPolicyTestSupport"]),
    .testTarget(
      name: "LinkPolicyVectorsTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyVectors", "LinkPolicyYAML", "LinkPolicyJSON",
        "LinkPolicy",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LinkPolicySuitesTests",
      dependencies: ["LinkPolicySuites", "LinkPolicyVectors", "LinkPolicyJSON", "LinkPolicy"]),
    .testTarget(
      name: "LinkPolicyReviewTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyReview", "LinkPolicyPresets", "LinkPolicyPresetsYAML",
        "LinkPolicyVectors", "LinkPolicySuites",
        "LinkPolicyYAML", "LinkPolicyJSON", "LinkPolicy",
      ],
      exclude: ["Golden"]),
  ],
  swiftLanguageModes: [.v6],
  // The first with `#embed`.
  cLanguageStandard: .c2x
)

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system {
  target.swiftSettings = (target.swiftSettings ?? []) + strict
}
