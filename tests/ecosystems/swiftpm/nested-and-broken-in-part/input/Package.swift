import PackageDescription
let package = Package(
    name: "Root"
)
