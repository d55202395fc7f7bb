// swift-tools-version: 5.7
import PackageDescription

let package = Package(
  name: "sextant",
  products: [
    .executable(name: "sextant", targets: ["SextantTool"]),
    .library(name: "SextantKit", type: .dynamic, targets: ["SextantKit"]),
    .plugin(name: "SextantPlugin", targets: ["SextantPlugin"]),
  ],
  dependencies: [
    .package(url: "git@github.com:apple/swift-argument-parser.git", "1.2.0"..<"2.0.0"),
    .package(url: "https://example.org/acme/exact.git", exact: "3.1.4"),
    .package(url: "https://example.org/acme/branch", branch: "main"),
    .package(url: "https://example.org/acme/commit.git", .revision("0123abc")),
    .package(id: "mona.LinkedList", from: "1.0.0"),
    .package(path: "Local/Charts"),
    .package(name: "Elsewhere", path: "../elsewhere"),
  ],
  targets: [
    .executableTarget(name: "SextantTool", dependencies: ["SextantKit"], path: "Tool"),
    .executableTarget(name: "Playground"),
    .target(name: "SextantKit"),
    .systemLibrary(name: "CZlib"),
    .binaryTarget(name: "Blob", path: "Blob.xcframework"),
    .plugin(name: "SextantPlugin", capability: .buildTool(), dependencies: [.target(name: "SextantTool")]),
    .macro(name: "SextantMacros"),
    .testTarget(name: "SextantTests", dependencies: [.byName(name: "SextantKit")]),
  ]
)
