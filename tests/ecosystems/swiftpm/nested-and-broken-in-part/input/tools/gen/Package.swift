
// swift-tools-version:6.0
import PackageDescription

let package = Package(
    name: "gen",
    dependencies: [
        .package(path: "../.."),
        .package(url: "https://github.com/apple/swift-syntax.git", from: "600.0.0"),
    ]
)

let broken = = [
