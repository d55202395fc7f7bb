//  Copyright the shop.

import Foundation
@testable import struct Search.Index

/// Keeps entries
/// in order.
@MainActor
public final class Store<Item: Sink>: Base, Sink where Item: Codable {
    /// Where entries are found.
    private let index: Index = Index(size: 3)
    static let shared = Store()
    lazy var cache: [String: Item] = [:]
    @Published var first = 1, second: Entry?
    var size: Int { return index.count }
    public var name: String? {
        get { stored }
        set { stored = newValue }
    }
    var watched: Entry { didSet { refresh() } }

    init(index: Index) throws { self.index = index; super.init() }
    convenience init?() { self.init(index: Index(size: 1)) }
    deinit { close() }

    @discardableResult
    public func put(_ key: String, with other: Entry...) async throws -> Entry? {
        try await index.add(key)
        return nil
    }
    static func make() -> Self { Self.shared }
    subscript(position: Int) -> Entry { index.entry(at: position) }
    static func == (left: Store, right: Store) -> Bool { left.size == right.size }

    indirect enum Kind: String, CaseIterable {
        case plain, named(String, of: Entry)
        case last = "the last"
    }
    typealias Found = Entry
    typealias Handler = (Entry) -> Void
}

extension Store: Codable { func refresh() {} }
extension Store.Kind { var title: String { rawValue } }
protocol Sink: AnyObject {
    associatedtype Item: Entry
    var open: Bool { get }
    func put(_ key: String) -> some View
}
actor Counter { nonisolated func read() {} }
struct `Type` { let value: Int; mutating func grow() {} }
func run<Value: Sink>(_ value: Value, onto store: inout Store<Value>?) rethrows -> any Sink { value.put("a") }
let current = Store()
