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
    .library(name: "LinkPolicyYAML", targets: ["LinkPolicyYAML"]),
    .library(name: "LinkPolicyJSON", targets: ["LinkPolicyJSON"]),
    .library(name: "LinkPolicyClaims", targets: ["LinkPolicyClaims"]),
    .library(name: "LinkPolicyPresets", targets: ["LinkPolicyPresets"]),
    .library(name: "LinkPolicyCatalog", targets: ["LinkPolicyCatalog"]),
    .library(name: "LinkPolicyService", targets: ["LinkPolicyService"]),
    .library(name: "LinkPolicyTesting", targets: ["LinkPolicyTesting"]),
    // Former names, for one version.
    .library(name: "LinkPolicyPresetsYAML", targets: ["LinkPolicyPresetsYAML"]),
    .library(name: "LinkPolicyStoreConformance", targets: ["LinkPolicyStoreConformance"]),
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

    // The policies of real systems in the folder Systems, as images.
    // May use the run time, and the type of shipped files.
    .target(name: "CLinkPolicyCatalog", dependencies: ["CLinkPolicyResources"]),
    .target(
      name: "LinkPolicyCatalog",
      dependencies: ["LinkPolicy", "CLinkPolicyCatalog"],
      exclude: ["Images"]),

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

    // Policy files on libyaml, overlays, formatting, and the texts of the shipped policies.
    // May use authoring, the system and the shipped images; the only user of CYAML.
    .systemLibrary(
      name: "CYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .target(
      name: "LinkPolicyYAML",
      dependencies: [
        "LinkPolicy", "LinkPolicySystem", "CYAML", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
        "LinkPolicyPresets",
      ]),

    // Policies of a target, compiled in its build: the generator, its program and the plugin.
    // May use authoring and YAML, and nothing that reviews.
    .executableTarget(
      name: "LinkPolicyCompiler",
      dependencies: [
        "LinkPolicySystem", "LinkPolicy", "LinkPolicyDiagnostics", "LinkPolicyAuthoring",
        "LinkPolicyPresets", "LinkPolicyYAML",
      ]),
    .plugin(
      name: "LinkPolicyPlugin", capability: .buildTool(), dependencies: ["LinkPolicyCompiler"]),

    // Review: what is asked of policies.

    // Vectors, suites, reports, and conformance of the store of a service.
    // May use authoring, YAML, shipped policies and the store protocol; nothing that compares policies.
    .target(
      name: "LinkPolicyTesting",
      dependencies: [
        "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics", "LinkPolicyJSON",
        "LinkPolicyPresets", "LinkPolicyStore", "LinkPolicySystem", "LinkPolicyYAML",
      ]),

    // The meaning of answers, and the search of reachable stores.
    // May use testing. Apart from the next two, so that these are compiled side by side.
    .target(
      name: "LinkPolicyExploration",
      dependencies: [
        "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics", "LinkPolicyJSON",
        "LinkPolicyTesting",
      ]),

    // Coverage, check, diff, mutation.
    // May use exploration.
    .target(
      name: "LinkPolicyReview",
      dependencies: [
        "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics", "LinkPolicyExploration",
        "LinkPolicyJSON", "LinkPolicySystem", "LinkPolicyTesting", "LinkPolicyYAML",
      ]),

    // Proofs and counterexamples.
    // May use exploration, and nothing that compares policies.
    .target(
      name: "LinkPolicyProof",
      dependencies: [
        "LinkPolicyExploration", "LinkPolicyTesting", "LinkPolicyJSON", "LinkPolicySystem",
        "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),

    // Pages of policies, differences and verdicts.
    // May use the questions it shows.
    .target(
      name: "LinkPolicyRendering",
      dependencies: [
        "LinkPolicyExploration", "LinkPolicyReview", "LinkPolicyProof", "LinkPolicy",
        "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),

    // Tool: what people start. May use everything.

    // The command line and the language server.
    .target(
      name: "LinkPolicyCommands",
      dependencies: [
        "LinkPolicy", "LinkPolicySystem", "LinkPolicyJSON", "LinkPolicyYAML", "LinkPolicyPresets",
        "LinkPolicyCatalog", "LinkPolicyTesting", "LinkPolicyExploration", "LinkPolicyReview",
        "LinkPolicyProof", "LinkPolicyRendering",
        "CLinkPolicyResources", "LinkPolicyAuthoring", "LinkPolicyClaims", "LinkPolicyDiagnostics",
        "LinkPolicyService",
      ],
      exclude: ["Schemas"]),
    .executableTarget(name: "LinkPolicyTool", dependencies: ["LinkPolicyCommands"]),

    // The library for C: the functions of Bindings/C/include/linkpolicy.h.
    // May use what decides and what compiles, and nothing that reviews.
    .systemLibrary(name: "CLinkPolicy", path: "Bindings/C/include"),
    .target(name: "CLinkPolicyForks"),
    .target(
      name: "LinkPolicyC",
      dependencies: [
        "CLinkPolicy", "CLinkPolicyForks", "LinkPolicy", "LinkPolicyJSON", "LinkPolicyClaims",
        "LinkPolicyPresets", "LinkPolicyAuthoring", "LinkPolicyDiagnostics", "LinkPolicyYAML",
      ]),

    // Former names, for one version: each exports the module that has its contents. May use that module alone.
    .target(
      name: "LinkPolicyPresetsYAML", dependencies: ["LinkPolicyYAML"],
      path: "Sources/Compatibility/LinkPolicyPresetsYAML"),
    .target(
      name: "LinkPolicyStoreConformance", dependencies: ["LinkPolicyTesting"],
      path: "Sources/Compatibility/LinkPolicyStoreConformance"),
    .target(
      name: "LinkPolicyVectors", dependencies: ["LinkPolicyTesting"],
      path: "Sources/Compatibility/LinkPolicyVectors"),

    // Tests, and what they share.
    .target(
      name: "LinkPolicyTestSupport",
      dependencies: [
        "LinkPolicyExploration", "LinkPolicyYAML", "LinkPolicy", "LinkPolicyAuthoring",
      ],
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
      dependencies: ["LinkPolicyTesting", "LinkPolicyStore", "LinkPolicy"],
      path: "Examples/MemoryStore/Sources/MemoryStore"),
    .testTarget(
      name: "LinkPolicyStoreTests",
      dependencies: [
        "MemoryStore", "LinkPolicyStore", "LinkPolicyYAML", "LinkPolicyPresets", "LinkPolicy",
      ]),
    .testTarget(
      name: "LinkPolicyStoreConformanceTests",
      dependencies: ["LinkPolicyTesting", "MemoryStore", "LinkPolicyStore", "LinkPolicy"]),
    .testTarget(
      name: "LinkPolicySystemTests",
      dependencies: ["LinkPolicyTestSupport", "LinkPolicySystem", "LinkPolicy"]),
    .testTarget(
      name: "LinkPolicyJSONTests",
      dependencies: [
        "LinkPolicyCommands", "LinkPolicyTestSupport", "LinkPolicyJSON", "LinkPolicy",
        "LinkPolicyClaims", "LinkPolicyPresets", "LinkPolicyYAML", "LinkPolicyAuthoring",
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
        "LinkPolicyTestSupport", "LinkPolicyCatalog", "LinkPolicyPresets", "LinkPolicyYAML",
        "LinkPolicy", "LinkPolicyDiagnostics",
        "LinkPolicyAuthoring",
      ]),
    .testTarget(
      name: "LinkPolicyClaimsTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyClaims", "LinkPolicyPresets", "LinkPolicyYAML",
        "LinkPolicyJSON", "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
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
        "LinkPolicyTestSupport", "LinkPolicyCompiler", "LinkPolicyYAML", "LinkPolicyPresets",
        "LinkPolicySystem", "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),
    .testTarget(
      name: "LinkPolicyExportsTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyCommands", "LinkPolicyPresets", "LinkPolicyYAML",
        "LinkPolicyJSON", "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),
    .testTarget(
      name: "LinkPolicyReportsTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyTesting", "LinkPolicy", "LinkPolicyDiagnostics",
      ]),
    .testTarget(
      name: "LinkPolicyVectorsTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyTesting", "LinkPolicyPresets", "LinkPolicyYAML",
        "LinkPolicyJSON", "LinkPolicySystem", "LinkPolicy", "LinkPolicyDiagnostics",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LinkPolicySuitesTests",
      dependencies: ["LinkPolicyTesting", "LinkPolicyJSON", "LinkPolicy", "LinkPolicyDiagnostics"]),
    .testTarget(
      name: "LinkPolicyEditorTests",
      dependencies: [
        "LinkPolicyTestSupport", "LinkPolicyCommands", "LinkPolicyPresets", "LinkPolicyYAML",
        "LinkPolicyJSON", "LinkPolicy", "LinkPolicyAuthoring", "LinkPolicyDiagnostics",
      ]),
    .testTarget(
      name: "LinkPolicyCompatibilityTests",
      dependencies: [
        "LinkPolicyPresets", "LinkPolicyPresetsYAML", "LinkPolicyStoreConformance",
        "LinkPolicyVectors",
      ]),
    .testTarget(
      name: "LinkPolicyCommandsTests",
      dependencies: [
        "LinkPolicyCommands", "LinkPolicyTestSupport", "LinkPolicyTool", "LinkPolicyExploration",
        "LinkPolicyReview", "LinkPolicyProof", "LinkPolicySystem", "LinkPolicyPresets",
        "LinkPolicyTesting",
        "LinkPolicyYAML", "LinkPolicyJSON", "LinkPolicy", "LinkPolicyAuthoring",
        "LinkPolicyDiagnostics",
      ],
      exclude: ["Fixtures", "Golden"]),
  ],
  swiftLanguageModes: [.v6],
  // The first with `#embed`.
  cLanguageStandard: .c2x
)

// The tests of what is asked of policies ask it of the policies that ship.
for (question, others) in [
  ("Analysis", []), ("Check", ["LinkPolicyProof"]), ("Diff", []), ("Mutation", []),
  ("Proof", ["LinkPolicyProof"]), ("Rendering", ["LinkPolicyRendering", "LinkPolicyProof"]),
] {
  let shared = [
    "LinkPolicyExploration", "LinkPolicyReview", "LinkPolicyTestSupport", "LinkPolicyPresets",
    "LinkPolicyTesting", "LinkPolicyYAML", "LinkPolicyJSON", "LinkPolicyAuthoring",
    "LinkPolicyDiagnostics",
    "LinkPolicy",
  ]
  let names = (shared + others).sorted()
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
