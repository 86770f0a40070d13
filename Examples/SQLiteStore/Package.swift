// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "sqlite-store",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "SQLiteStore", targets: ["SQLiteStore"]),
    .executable(name: "sqlite-conformance", targets: ["SQLiteConformance"]),
    .executable(name: "sqlite-races", targets: ["SQLiteRaces"]),
  ],
  dependencies: [
    .package(name: "linkpolicy", path: "../.."),
    .package(name: "store-checks", path: "../StoreChecks"),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
      name: "SQLiteStore",
      dependencies: [
        "CSQLite",
        .product(name: "LinkPolicy", package: "linkpolicy"),
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
        .product(name: "LinkPolicyTesting", package: "linkpolicy"),
      ],
      resources: (1...5).map { .embedInCode("Migrations/version\($0).sql") }),
    .executableTarget(
      name: "SQLiteConformance",
      dependencies: [
        "SQLiteStore",
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
        .product(name: "StoreChecks", package: "store-checks"),
      ]),
    .executableTarget(
      name: "SQLiteRaces",
      dependencies: [
        "SQLiteStore",
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
