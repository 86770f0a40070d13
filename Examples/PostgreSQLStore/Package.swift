// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "postgresql-store",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "PostgreSQLStore", targets: ["PostgreSQLStore"]),
    .executable(name: "postgresql-conformance", targets: ["PostgreSQLConformance"]),
    .executable(name: "postgresql-races", targets: ["PostgreSQLRaces"]),
  ],
  dependencies: [
    .package(name: "linkpolicy", path: "../.."),
    .package(name: "store-checks", path: "../StoreChecks"),
  ],
  targets: [
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "PostgreSQLStore",
      dependencies: [
        "CPostgreSQL",
        .product(name: "LinkPolicy", package: "linkpolicy"),
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
        .product(name: "LinkPolicyTesting", package: "linkpolicy"),
      ],
      resources: (1...5).map { .embedInCode("Migrations/version\($0).sql") }),
    .executableTarget(
      name: "PostgreSQLConformance",
      dependencies: [
        "PostgreSQLStore",
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
        .product(name: "StoreChecks", package: "store-checks"),
      ]),
    .executableTarget(
      name: "PostgreSQLRaces",
      dependencies: [
        "PostgreSQLStore",
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
        .product(name: "StoreChecks", package: "store-checks"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6), .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
