// swift-tools-version:5.5
import PackageDescription
import Foundation

let address = "https://github.com/acme/relay.git"
let shared: [Target.Dependency] = [
    .target(name: "Core"),
    .product(name: "Relay", package: "relay"),
]
let extra: [Target] = [
    .target(name: "Extra", dependencies: shared + ["Named"]),
]

let package = Package(name: "Signals", targets: [.target(name: "Core")] + extra)

// package.dependencies.append(.package(url: "https://example.org/commented/out.git", from: "1.0.0"))
package.dependencies.append(.package(url: address, from: "2.0.0"))
package.targets += [.testTarget(name: "CoreTests", dependencies: ["Core"])]

if ProcessInfo.processInfo.environment["LOCAL"] == nil {
    package.dependencies += [.package(url: "https://github.com/apple/swift-nio.git", from: "2.0.0")]
} else {
    package.dependencies += [.package(path: "../swift-nio")]
}

package.dependencies.append(.package(url: "https://\(host)/built.git", from: "1.0.0"))
