// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Compass",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "Compass", targets: ["Compass"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-collections", .upToNextMinor(from: "1.1.0")),
    ],
    targets: [
        .target(
            name: "Compass",
            dependencies: [
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Collections", package: "swift-collections", condition: .when(platforms: [.linux])),
            ]
        ),
        .testTarget(name: "CompassTests", dependencies: ["Compass"]),
    ]
)
