// swift-tools-version:5.3

import PackageDescription

let package = Package(
    name: "json-headers",
    products: [.library(name: "json", type: .static, targets: ["json"]), .library(name: "all", targets: ["json"])],
    targets: [
        .target(name: "json", path: "single_include", publicHeadersPath: "."),
    ],
    cxxLanguageStandard: .cxx11
)
