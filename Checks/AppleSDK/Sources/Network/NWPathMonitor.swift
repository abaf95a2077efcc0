// developer.apple.com/documentation/network/nwpathmonitor, …/nwpath, …/nwinterface

@_exported import Foundation

public struct NWInterface: Hashable, Sendable {
    public enum InterfaceType: Sendable { case other, wifi, cellular, wiredEthernet, loopback }
    public let type: InterfaceType
    public let name: String
    public let index: Int
}

public struct NWPath: Equatable, Sendable {
    public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
    @available(iOS 14.2, *)
    public enum UnsatisfiedReason: Sendable { case notAvailable, cellularDenied, wifiDenied, localNetworkDenied }

    public let status: Status
    public let isExpensive: Bool
    public let isConstrained: Bool
    public let availableInterfaces: [NWInterface]
    @available(iOS 14.2, *)
    public var unsatisfiedReason: UnsatisfiedReason { .notAvailable }
    public var supportsDNS: Bool { status == .satisfied }

    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        availableInterfaces.contains { $0.type == type }
    }

    @_spi(Testing)
    public init(status: Status, isExpensive: Bool = false, isConstrained: Bool = false) {
        self.status = status
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
        availableInterfaces = []
    }
}

public final class NWPathMonitor: Sendable {
    private struct State {
        var path = NWPath(status: .unsatisfied)
        var handler: (@Sendable (NWPath) -> Void)?
        var queue: DispatchQueue?
        var readers: [UUID: AsyncStream<NWPath>.Continuation] = [:]
        var isCancelled = false
    }
    private let lock = NSLock()
    nonisolated(unsafe) private var state = State()  // under the lock

    public init() { NetworkUnderTest.value?.add(self) }
    public convenience init(requiredInterfaceType: NWInterface.InterfaceType) { self.init() }
    @available(iOS 14.0, *)
    public convenience init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) { self.init() }

    public var currentPath: NWPath { locked { $0.path } }
    public var queue: DispatchQueue? { locked { $0.queue } }

    @preconcurrency public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
        get { locked { $0.handler } }
        set { locked { $0.handler = newValue } }
    }

    public func start(queue: DispatchQueue) {
        locked { $0.queue = queue }
        change(to: NetworkUnderTest.value?.path ?? currentPath)
    }

    public func cancel() {
        let readers = locked { state in
            state.isCancelled = true
            return state.readers.values
        }
        for reader in readers { reader.finish() }
    }

    private func locked<T>(_ body: (inout State) -> T) -> T {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    func change(to path: NWPath) {
        let (handler, queue, readers) = locked { state in
            state.path = path
            let isOn = !state.isCancelled
            return (isOn ? state.handler : nil, state.queue, isOn ? Array(state.readers.values) : [])
        }
        if let handler, let queue { queue.async { handler(path) } }
        for reader in readers { reader.yield(path) }
    }
}

@available(iOS 17.0, *)
extension NWPathMonitor: AsyncSequence {
    public typealias Element = NWPath

    public struct Iterator: AsyncIteratorProtocol {
        var stream: AsyncStream<NWPath>.Iterator
        public mutating func next() async -> NWPath? { await stream.next() }
    }

    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(of: NWPath.self)
        let first = NetworkUnderTest.value?.path ?? currentPath
        locked { state in
            state.path = first
            state.readers[UUID()] = continuation
        }
        continuation.yield(first)
        return Iterator(stream: stream.makeAsyncIterator())
    }
}

/// The network of the monitors created in a test.
@_spi(Testing)
public final class NetworkUnderTest: Sendable {
    @TaskLocal public static var value: NetworkUnderTest?

    private let lock = NSLock()
    nonisolated(unsafe) private var monitors: [NWPathMonitor] = []  // under the lock
    nonisolated(unsafe) private var current: NWPath  // under the lock

    public init(_ path: NWPath) { current = path }

    public var path: NWPath {
        lock.lock()
        defer { lock.unlock() }
        return current
    }

    func add(_ monitor: NWPathMonitor) {
        lock.lock()
        defer { lock.unlock() }
        monitors.append(monitor)
    }

    public func change(to path: NWPath) {
        lock.lock()
        current = path
        let all = monitors
        lock.unlock()
        for monitor in all { monitor.change(to: path) }
    }
}
