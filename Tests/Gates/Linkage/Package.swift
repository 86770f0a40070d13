// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "linkage",
  dependencies: [.package(name: "linkpolicy", path: "../../..")],
  targets: [
    .executableTarget(
      name: "CoreOnly", dependencies: [.product(name: "LinkPolicy", package: "linkpolicy")])
  ]
)
