// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "linkage",
  dependencies: [.package(name: "linkpolicy", path: "../../..")],
  targets: [
    .executableTarget(
      name: "CoreOnly", dependencies: [.product(name: "LinkPolicy", package: "linkpolicy")]),
    .executableTarget(
      name: "Shipped",
      dependencies: [
        .product(name: "LinkPolicy", package: "linkpolicy"),
        .product(name: "LinkPolicyPresets", package: "linkpolicy"),
      ]),
  ]
)
