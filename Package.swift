// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "linkpolicy",
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .library(name: "LinkPolicy", targets: ["LinkPolicy"]),
    .library(name: "LinkPolicyAuthoring", targets: ["LinkPolicyAuthoring"]),
    .library(name: "LinkPolicyDiagnostics", targets: ["LinkPolicyDiagnostics"]),
    .library(name: "LinkPolicyStore", targets: ["LinkPolicyStore"]),
    .library(name: "LinkPolicyStoreConformance", targets: ["LinkPolicyStoreConformance"]),
    .library(name: "LinkPolicyYAML", targets: ["LinkPolicyYAML"]),
    .library(name: "LinkPolicyJSON", targets: ["LinkPolicyJSON"]),
    .library(name: "LinkPolicyClaims", targets: ["LinkPolicyClaims"]),
    .library(name: "LinkPolicyPresets", targets: ["LinkPolicyPresets"]),
    .library(name: "LinkPolicyPresetsYAML", targets: ["LinkPolicyPresetsYAML"]),
    .library(name: "LinkPolicyService", targets: ["LinkPolicyService"]),
    .library(name: "LinkPolicyVectors", targets: ["LinkPolicyVectors"]),
    .executable(name: "linkpolicy", targets: ["LinkPolicyTool"]),
    .executable(name: "linkpolicy-swift", targets: ["LinkPolicyCompiler"]),
    .plugin(name: "LinkPolicyPlugin", targets: ["LinkPolicyPlugin"]),
  ],
  targets: [
    // Decide: what a service links.

    // The run time. May use nothing: no Foundation, no clock, no randomness.
    // Holds no document, no compiler and no diagnostics.
    .target(name: "LinkPolicy"),

    // What every reader of files reports: findings with places, and text that is safe to print.
    // May use the run time.
    .target(name: "LinkPolicyDiagnostics", dependencies: ["LinkPolicy"]),

    // Files, processes, threads. The only module that may import the C library.
    // Everything that asks the system anything asks it here.
    .target(name: "LinkPolicySystem", dependencies: ["LinkPolicy", "LinkPolicyDiagnostics"]),

    // JSON of attempts, decisions and records.
    // May use the run time and diagnostics.
    .target(
      name: "LinkPolicyJSON",
      dependencies: ["LinkPolicy", "LinkPolicyDiagnostics"]),

    // The protocol of a store and the commit that all stores share.
    // May use the run time, and the system for waits and random ids.
    .target(name: "LinkPolicyStore", dependencies: ["LinkPolicy", "LinkPolicySystem"]),

    // The bytes of shipped files, embedded by C, and the policies that ship, as images.
    // May use the run time.
    .target(name: "CLinkPolicyResources"),
    .target(
      name: "LinkPolicyPresets", dependencies: ["LinkPolicy", "CLinkPolicyResources"],
      exclude: ["Images", "Policies", "Assumptions"]),

    // What a token says, as an assertion.
    // May use JSON; mappings are data.
    .target(
      name: "LinkPolicyClaims",
      dependencies: [
        "LinkPolicy", "LinkPolicyJSON", "CLinkPolicyResources", "LinkPolicyDiagnostics",
      ],
      exclude: ["Mappings"]),

    // What a service keeps its policies in while it runs.
    // May use JSON and the system; compiles nothing by itself.
    .target(
      name: "LinkPolicyService",
      dependencies: ["LinkPolicy", "LinkPolicySystem", "LinkPolicyJSON", "LinkPolicyDiagnostics"]),

    // Author: from text to an image.

    // Documents, compiler, cells, the space of situations, image writing.
    // May use the run time and diagnostics, and is Embedded-clean as they are.
    .target(
      name: "LinkPolicyAuthoring", dependencies: ["LinkPolicy", "LinkPolicyDiagnostics"]),

    // Policy files on libyaml, overlays, formatting.
    // May use authoring and the system; the only user of CYAML.
    .systemLibrary(
      name: "CYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .target(
      name: "LinkPolicyYAML",
      dependencies: [
        "LinkPolicy", "LinkPolicySystem", "CYAML", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),

    // The texts of the shipped policies, compiled.
    // May use authoring and YAML.
    .target(
      name: "LinkPolicyPresetsYAML",
      dependencies: [
        "LinkPolicy", "LinkPolicyPresets", "LinkPolicyYAML", "LinkPolicyAuthoring",
        "LinkPolicyDiagnostics",
      ]),

    // Policies of a target, compiled in its build: the generator, its program and the plugin.
    // May use authoring and YAML, and nothing that reviews.
    .target(
      name: "LinkPolicyGeneration",
      dependencies: [
        "LinkPolicy", "LinkPolicySystem", "LinkPolicyYAML", "LinkPolicyPresets",
        "LinkPolicyPresetsYAML", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),
    .executableTarget(
      name: "LinkPolicyCompiler",
      dependencies: [
        "LinkPolicyGeneration", "LinkPolicySystem", "LinkPolicy", "LinkPolicyDiagnostics",
      ]),
    .plugin(
      name: "LinkPolicyPlugin", capability: .buildTool(), dependencies: ["LinkPolicyCompiler"]),

    // Review: what is asked of policies.

    // Formats of reports.
    // May use JSON, and knows nothing of what is reported.
    .target(
      name: "LinkPolicyReports",
      dependencies: ["LinkPolicy", "LinkPolicyJSON", "LinkPolicyDiagnostics"]),

    // Vectors, suites of them, and both against the store of a service.
    // May use authoring and YAML, and nothing that compares policies.
    .target(
      name: "LinkPolicyVectors",
      dependencies: [
        "LinkPolicy", "LinkPolicySystem", "LinkPolicyJSON", "LinkPolicyYAML", "LinkPolicyReports",
        "LinkPolicyDiagnostics", "LinkPolicyAuthoring",
      ]),
    .target(
      name: "LinkPolicySuites",
      dependencies: [
        "LinkPolicy", "LinkPolicySystem", "LinkPolicyJSON", "LinkPolicyYAML", "LinkPolicyVectors",
        "LinkPolicyDiagnostics",
      ]),
    .target(
      name: "LinkPolicyStoreConformance",
      dependencies: [
        "LinkPolicy", "LinkPolicyStore", "LinkPolicyVectors", "LinkPolicyYAML", "LinkPolicyPresets",
        "LinkPolicyPresetsYAML", "LinkPolicyDiagnostics",
      ]),

    // What all questions stand on: answers, exploration, coverage.
    // May use authoring, vectors and reports.
    .target(
      name: "LinkPolicyAnalysis",
      dependencies: [
        "LinkPolicy", "LinkPolicyJSON", "LinkPolicyVectors", "LinkPolicyReports",
        "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),

    // One module a question.
    // May use the analysis, and none of each other.
    .target(
      name: "LinkPolicyCheck",
      dependencies: [
        "LinkPolicyAnalysis", "LinkPolicy", "LinkPolicyYAML", "LinkPolicyAuthoring",
        "LinkPolicyDiagnostics",
      ]),
    .target(
      name: "LinkPolicyDiff",
      dependencies: [
        "LinkPolicyAnalysis", "LinkPolicyReports", "LinkPolicyVectors", "LinkPolicyJSON",
        "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),
    .target(
      name: "LinkPolicyMutation",
      dependencies: [
        "LinkPolicyAnalysis", "LinkPolicyReports", "LinkPolicyVectors", "LinkPolicyJSON",
        "LinkPolicySystem", "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),
    .target(
      name: "LinkPolicyProof",
      dependencies: [
        "LinkPolicyAnalysis", "LinkPolicyReports", "LinkPolicyVectors", "LinkPolicyJSON",
        "LinkPolicySystem", "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),

    // Pages of policies, differences and verdicts.
    // May use the questions it shows.
    .target(
      name: "LinkPolicyRendering",
      dependencies: [
        "LinkPolicyDiff", "LinkPolicyProof", "LinkPolicyAnalysis", "LinkPolicy",
        "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),

    // Tool: what people start. May use everything.

    // Accounts of a store, as a file.
    .target(
      name: "LinkPolicyExports",
      dependencies: [
        "LinkPolicyService", "LinkPolicyJSON", "LinkPolicy", "LinkPolicyAuthoring",
        "LinkPolicyDiagnostics",
      ]),

    // What editors ask.
    .target(
      name: "LinkPolicyEditor",
      dependencies: [
        "LinkPolicyCheck", "LinkPolicyPresetsYAML", "LinkPolicyPresets", "LinkPolicyYAML",
        "LinkPolicyJSON", "LinkPolicySystem", "LinkPolicy", "CLinkPolicyResources",
        "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),

    // The command line.
    .target(
      name: "LinkPolicyCommands",
      dependencies: [
        "LinkPolicy", "LinkPolicySystem", "LinkPolicyJSON", "LinkPolicyYAML", "LinkPolicyPresets",
        "LinkPolicyPresetsYAML", "LinkPolicyReports", "LinkPolicyVectors", "LinkPolicySuites",
        "LinkPolicyAnalysis", "LinkPolicyCheck", "LinkPolicyDiff", "LinkPolicyMutation",
        "LinkPolicyProof", "LinkPolicyRendering", "LinkPolicyExports", "LinkPolicyEditor",
        "CLinkPolicyResources", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ],
      exclude: ["Schemas"]),
    .executableTarget(name: "LinkPolicyTool", dependencies: ["LinkPolicyCommands"]),

    // Tests, a target for each module, and what they share.
    .target(
      name: "LinkPolicyTestSupport",
      dependencies: ["LinkPolicyAnalysis", "LinkPolicyYAML", "LinkPolicy", "LinkPolicyAuthoring"],
      path: "Tests/LinkPolicyTestSupport"),
    .testTarget(
      name: "LinkPolicyTests",
      dependencies: [
        "LinkPolicy", "LinkPolicyYAML", "LinkPolicyTestSupport", "LinkPolicyAuthoring",
        "LinkPolicyDiagnostics",
      ]),
    // The store that is an example, with which the others are tested; no product has it.
    .target(
      name: "MemoryStore",
      dependencies: ["LinkPolicyStoreConformance", "LinkPolicyStore", "LinkPolicy"],
      path: "Examples/MemoryStore/Sources/MemoryStore"),
    .testTarget(
      name: "LinkPolicyStoreTests",
      dependencies: [
        "MemoryStore", "LinkPolicyStore", "LinkPolicyYAML", "LinkPolicyPresets", "LinkPolicy",
      ]),
    .testTarget(
      name: "LinkPolicyStoreConformanceTests",
      dependencies: [
        "LinkPolicyStoreConformance", "MemoryStore", "LinkPolicyStore", "LinkPolicyVectors",
        "LinkPolicy",
      ]),
    .testTarget(
      name: "LinkPolicySystemTests",
      dependencies: ["LinkPolicyTestSupport", "LinkPolicySystem", "LinkPolicy"]),
    .testTarget(
      name: "LinkPolicyJSONTests",
      dependencies: [
        "LinkPolicyEditor", "LinkPolicyTestSupport", "LinkPolicyJSON", "LinkPolicy",
        "LinkPolicyPresets", "LinkPolicyPresetsYAML", "LinkPolicyAuthoring",
        "LinkPolicyDiagnostics",
      ],
      exclude: ["Corpus"]),
    .testTarget(
      name: "LinkPolicyYAMLTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyYAML", "LinkPolicy", "LinkPolicyAuthoring",
        "LinkPolicyDiagnostics",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LinkPolicyPresetsTests",
      dependencies: [
        "LinkPolicyPresets", "LinkPolicyPresetsYAML", "LinkPolicyYAML", "LinkPolicy",
        "LinkPolicyDiagnostics", "LinkPolicyAuthoring",
      ]),
    .testTarget(
      name: "LinkPolicyClaimsTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyClaims", "LinkPolicyPresets", "LinkPolicyPresetsYAML",
        "LinkPolicyYAML", "LinkPolicyJSON", "LinkPolicy", "LinkPolicyAuthoring",
        "LinkPolicyDiagnostics",
      ],
      exclude: ["Cases"]),
    .testTarget(
      name: "LinkPolicyServiceTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyService", "LinkPolicyPresets", "LinkPolicyYAML",
        "LinkPolicyJSON", "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),
    .testTarget(
      name: "LinkPolicyGenerationTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyGeneration", "LinkPolicyPresetsYAML",
        "LinkPolicyPresets", "LinkPolicyYAML", "LinkPolicySystem", "LinkPolicy",
        "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),
    .testTarget(
      name: "LinkPolicyExportsTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyExports", "LinkPolicyPresets", "LinkPolicyPresetsYAML",
        "LinkPolicyYAML", "LinkPolicyJSON", "LinkPolicy", "LinkPolicyAuthoring",
        "LinkPolicyDiagnostics",
      ]),
    .testTarget(
      name: "LinkPolicyReportsTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyReports", "LinkPolicy", "LinkPolicyDiagnostics",
      ]),
    .testTarget(
      name: "LinkPolicyVectorsTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyVectors", "LinkPolicyPresets", "LinkPolicyPresetsYAML",
        "LinkPolicyReports", "LinkPolicyYAML", "LinkPolicyJSON", "LinkPolicySystem", "LinkPolicy",
        "LinkPolicyDiagnostics",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LinkPolicySuitesTests",
      dependencies: [
        "LinkPolicySuites", "LinkPolicyVectors", "LinkPolicyJSON", "LinkPolicy",
        "LinkPolicyDiagnostics",
      ]),
    .testTarget(
      name: "LinkPolicyEditorTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyEditor", "LinkPolicyPresets", "LinkPolicyYAML",
        "LinkPolicyJSON", "LinkPolicy", "LinkPolicyDiagnostics",
      ]),
    .testTarget(
      name: "LinkPolicyCommandsTests",
      dependencies: [
        "LinkPolicyEditor", "LinkPolicyTestSupport", "LinkPolicyCommands", "LinkPolicyTool",
        "LinkPolicyCheck", "LinkPolicyMutation", "LinkPolicyProof", "LinkPolicyDiff",
        "LinkPolicySystem", "LinkPolicyPresets", "LinkPolicyVectors", "LinkPolicyYAML",
        "LinkPolicyJSON", "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ],
      exclude: ["Fixtures", "Golden"]),
  ],
  swiftLanguageModes: [.v6],
  // The first with `#embed`.
  cLanguageStandard: .c2x
)

// The tests of what is asked of policies ask it of the policies that ship.
for (question, others) in [
  ("Analysis", ["LinkPolicySuites"]),
  ("Check", ["LinkPolicyDiff", "LinkPolicyMutation", "LinkPolicyProof"]),
  ("Diff", ["LinkPolicyMutation", "LinkPolicyReports"]),
  ("Mutation", ["LinkPolicyDiff"]),
  ("Proof", []),
  ("Rendering", ["LinkPolicyDiff"]),
] {
  let shared = [
    "LinkPolicy" + question, "LinkPolicyAnalysis", "LinkPolicyTestSupport", "LinkPolicyPresets",
    "LinkPolicyPresetsYAML", "LinkPolicyVectors", "LinkPolicyYAML", "LinkPolicyJSON",
    "LinkPolicyAuthoring", "LinkPolicyDiagnostics", "LinkPolicy",
  ]
  let names = Set(shared + others).sorted()
  package.targets.append(
    .testTarget(
      name: "LinkPolicy" + question + "Tests",
      dependencies: names.map { .target(name: $0) },
      exclude: question == "Rendering" ? ["Golden"] : []))
}

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings = (target.swiftSettings ?? []) + strict
  // What is tested is optimised there; the tests themselves would only take longer to compile. No product has such a flag.
  if target.type == .test {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
}
