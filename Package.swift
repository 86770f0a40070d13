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
    .target(
      name: "LinkPolicyVectors",
      dependencies: ["LinkPolicy", "LinkPolicyJSON", "LinkPolicyYAML", "LinkPolicyReports"]
    ),
    .target(name: "LinkPolicyReports", dependencies: ["LinkPolicy", "LinkPolicyJSON"]),
    .target(
      name: "LinkPolicyAnalysis",
      dependencies: ["LinkPolicy", "LinkPolicyJSON", "LinkPolicyVectors"]),
    .target(
      name: "LinkPolicyCheck",
      dependencies: ["LinkPolicyAnalysis", "LinkPolicy", "LinkPolicyYAML"]),
    .target(
      name: "LinkPolicyDiff",
      dependencies: [
        "LinkPolicyAnalysis", "LinkPolicyReports", "LinkPolicyVectors", "LinkPolicyJSON",
        "LinkPolicy",
      ]),
    .target(
      name: "LinkPolicyMutation",
      dependencies: ["LinkPolicyAnalysis", "LinkPolicyVectors", "LinkPolicyJSON", "LinkPolicy"]),
    .target(
      name: "LinkPolicyProof",
      dependencies: [
        "LinkPolicyAnalysis", "LinkPolicyReports", "LinkPolicyVectors", "LinkPolicyJSON",
        "LinkPolicy",
      ]),
    .target(
      name: "LinkPolicyRendering",
      dependencies: ["LinkPolicyDiff", "LinkPolicyProof", "LinkPolicyAnalysis", "LinkPolicy"]),
    .target(
      name: "LinkPolicyCommands",
      dependencies: [
        "LinkPolicy", "LinkPolicyJSON", "LinkPolicyYAML", "LinkPolicyPresets",
        "LinkPolicyPresetsYAML", "LinkPolicyVectors", "LinkPolicyReports", "LinkPolicyAnalysis",
        "LinkPolicyCheck", "LinkPolicyDiff", "LinkPolicyMutation", "LinkPolicyProof",
        "LinkPolicyRendering", "CLinkPolicyResources",
      ],
      exclude: ["Schemas"]),
    .executableTarget(name: "LinkPolicyTool", dependencies: ["LinkPolicyCommands"]),
    .testTarget(name: "LinkPolicyTests", dependencies: ["LinkPolicy", "LinkPolicyYAML"]),
    .testTarget(
      name: "LinkPolicyPresetsTests",
      dependencies: [
        "LinkPolicyPresets", "LinkPolicyPresetsYAML", "LinkPolicyYAML", "LinkPolicy",
      ]),
    .testTarget(
      name: "LinkPolicyJSONTests",
      dependencies: [
        "LinkPolicyJSON", "LinkPolicy", "LinkPolicyPresets", "LinkPolicyPresetsYAML",
      ],
      exclude: ["Corpus"]),
    .testTarget(
      name: "LinkPolicyYAMLTests", dependencies: ["LinkPolicyYAML", "LinkPolicy"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LinkPolicyCommandsTests",
      dependencies: ["LinkPolicyCommands", "LinkPolicyCheck", "LinkPolicyTool", "LinkPolicy"],
      exclude: ["Fixtures", "Golden"]),
    .testTarget(
      name: "LinkPolicyVectorsTests",
      dependencies: [
        "LinkPolicyVectors", "LinkPolicyReports", "LinkPolicyYAML", "LinkPolicyJSON", "LinkPolicy",
      ],
      exclude: ["Fixtures"]),
    // What tests of several modules share: small policies, and how much slow tests try.
    .target(
      name: "LinkPolicyTestSupport",
      dependencies: ["LinkPolicyAnalysis", "LinkPolicyYAML", "LinkPolicy"],
      path: "Tests/LinkPolicyTestSupport"),
    .testTarget(
      name: "LinkPolicyAnalysisTests",
      dependencies: [
        "LinkPolicyAnalysis",
        "LinkPolicyTestSupport", "LinkPolicyPresets", "LinkPolicyPresetsYAML", "LinkPolicyVectors",
        "LinkPolicyYAML", "LinkPolicyJSON", "LinkPolicy",
      ]),
    .testTarget(
      name: "LinkPolicyCheckTests",
      dependencies: [
        "LinkPolicyCheck", "LinkPolicyDiff", "LinkPolicyMutation", "LinkPolicyProof",
        "LinkPolicyAnalysis", "LinkPolicyTestSupport", "LinkPolicyPresets", "LinkPolicyPresetsYAML",
        "LinkPolicyYAML", "LinkPolicy",
      ]),
    .testTarget(
      name: "LinkPolicyDiffTests",
      dependencies: [
        "LinkPolicyDiff", "LinkPolicyMutation", "LinkPolicyAnalysis", "LinkPolicyTestSupport",
        "LinkPolicyVectors", "LinkPolicyYAML", "LinkPolicyJSON", "LinkPolicy",
      ]),
    .testTarget(
      name: "LinkPolicyMutationTests",
      dependencies: [
        "LinkPolicyMutation", "LinkPolicyAnalysis", "LinkPolicyTestSupport", "LinkPolicyPresets",
        "LinkPolicyPresetsYAML", "LinkPolicyVectors", "LinkPolicy",
      ]),
    .testTarget(
      name: "LinkPolicyProofTests",
      dependencies: [
        "LinkPolicyProof", "LinkPolicyAnalysis", "LinkPolicyTestSupport", "LinkPolicyPresets",
        "LinkPolicyPresetsYAML", "LinkPolicy",
      ]),
    .testTarget(
      name: "LinkPolicyRenderingTests",
      dependencies: [
        "LinkPolicyRendering", "LinkPolicyDiff", "LinkPolicyAnalysis", "LinkPolicyTestSupport",
        "LinkPolicyPresets", "LinkPolicyPresetsYAML", "LinkPolicyYAML", "LinkPolicy",
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
