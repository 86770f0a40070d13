// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "linkage",
  dependencies: [.package(name: "linkpolicy", path: "../../..")],
  targets: [
    .executableTarget(
      name: "CompiledInCode",
      dependencies: [
        .product(name: "LinkPolicy", package: "linkpolicy"),
        .product(name: "LinkPolicyAuthoring", package: "linkpolicy"),
      ]),
    .executableTarget(
      name: "Shipped",
      dependencies: [
        .product(name: "LinkPolicy", package: "linkpolicy"),
        .product(name: "LinkPolicyPresets", package: "linkpolicy"),
      ]),
  ]
)
