import PackageDescription
let package = Package(name: "ChartKit")
