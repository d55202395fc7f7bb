#if canImport(Darwin)
import Darwin
private let lock = UnfairLock()
#elseif canImport(Glibc)
import Glibc
#else
#error("This platform is not supported.")
#endif

struct Shared<Value>: @unchecked Sendable {
    nonisolated(unsafe) var value: Value
    func read(_ body: sending @escaping (Value) -> Void) throws(Problem) { body(value) }
    #if DEBUG // only there
    func check() throws { try read { _ in done(.success(())) } }
    #endif
}
