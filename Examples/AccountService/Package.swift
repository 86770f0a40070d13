// swift-tools-version: 6.2
import PackageDescription

// An example account service with the policy `hardened`, fake identity providers and a fake mailbox.
let package = Package(
  name: "account-service",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "account-service", targets: ["AccountServiceProgram"])
  ],
  dependencies: [
    .package(name: "linkpolicy", path: "../.."),
    .package(name: "sqlite-store", path: "../SQLiteStore"),
  ],
  targets: [
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(
      name: "AccountService",
      dependencies: [
        "CMicroHTTPD", "COpenSSL",
        .product(name: "LinkPolicy", package: "linkpolicy"),
        .product(name: "LinkPolicyClaims", package: "linkpolicy"),
        .product(name: "LinkPolicyJSON", package: "linkpolicy"),
        .product(name: "LinkPolicyPresets", package: "linkpolicy"),
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
        .product(name: "LinkPolicyTesting", package: "linkpolicy"),
        .product(name: "SQLiteStore", package: "sqlite-store"),
      ]),
    .executableTarget(name: "AccountServiceProgram", dependencies: ["AccountService"]),
    .testTarget(
      name: "AccountServiceTests",
      dependencies: [
        "AccountService",
        .product(name: "LinkPolicy", package: "linkpolicy"),
        .product(name: "LinkPolicyClaims", package: "linkpolicy"),
        .product(name: "LinkPolicyPresets", package: "linkpolicy"),
        .product(name: "LinkPolicyStore", package: "linkpolicy"),
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
