// developer.apple.com/documentation/backgroundtasks/bgtaskscheduler, …/bgtask, …/bgtaskrequest

@_exported import Foundation
@_exported import FoundationGaps

open class BGTask: NSObject {
    private let name: String
    /// The app's reports, for tests.
    @_spi(Testing) public private(set) var completions: [Bool] = []

    @available(*, unavailable)
    public override init() { fatalError("only the system makes these") }

    @_spi(Testing)
    public init(named name: String) {
        self.name = name
        super.init()
    }

    open var identifier: String { name }
    open var expirationHandler: (() -> Void)?
    open func setTaskCompleted(success: Bool) { completions.append(success) }
}

open class BGAppRefreshTask: BGTask {}
open class BGProcessingTask: BGTask {}

open class BGTaskRequest: NSObject, NSCopying {
    private let name: String

    @available(*, unavailable)
    public override init() { fatalError("not offered") }

    init(named name: String) {
        self.name = name
        super.init()
    }

    open var identifier: String { name }
    open var earliestBeginDate: Date?
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

open class BGAppRefreshTaskRequest: BGTaskRequest {
    public init(identifier: String) { super.init(named: identifier) }
}

open class BGProcessingTaskRequest: BGTaskRequest {
    public init(identifier: String) { super.init(named: identifier) }
    open var requiresNetworkConnectivity = false
    open var requiresExternalPower = false
}

open class BGTaskScheduler: NSObject {
    public struct Error: CustomNSError, Hashable, Sendable {
        public enum Code: Int, Sendable {
            case unavailable = 1, tooManyPendingTaskRequests, notPermitted
            @available(iOS 26.0, *)
            case immediateRunIneligible
        }
        public let code: Code
        public init(_ code: Code) { self.code = code }
        public static var errorDomain: String { "BGTaskSchedulerErrorDomain" }
        public var errorCode: Int { code.rawValue }
    }

    private let lock = NSLock()
    private var handlers: [String: (queue: DispatchQueue?, run: (BGTask) -> Void)] = [:]
    private var requests: [BGTaskRequest] = []

    @available(*, unavailable)
    public override init() { fatalError("use shared") }

    init(empty: Void) { super.init() }

    nonisolated(unsafe) private static let only = BGTaskScheduler(empty: ())
    open class var shared: BGTaskScheduler { only }

    /// A second registration of an identifier ends the app, as on a device.
    @discardableResult
    open func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool {
        lock.withLock {
            precondition(handlers[identifier] == nil, "\(identifier) is registered already")
            handlers[identifier] = (queue, launchHandler)
            return true
        }
    }

    open func submit(_ taskRequest: BGTaskRequest) throws {
        try lock.withLock {
            guard handlers[taskRequest.identifier] != nil else { throw Error(.notPermitted) }
            requests.removeAll { $0.identifier == taskRequest.identifier }
            let isRefresh = taskRequest is BGAppRefreshTaskRequest
            let alike = requests.filter { ($0 is BGAppRefreshTaskRequest) == isRefresh }
            guard alike.count < (isRefresh ? 1 : 10) else { throw Error(.tooManyPendingTaskRequests) }
            requests.append(taskRequest)
        }
    }

    open func cancel(taskRequestWithIdentifier identifier: String) {
        lock.withLock { requests.removeAll { $0.identifier == identifier } }
    }

    open func cancelAllTaskRequests() { lock.withLock { requests = [] } }

    open func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void) {
        nonisolated(unsafe) let pending = lock.withLock { requests }
        DispatchQueue.global().async { completionHandler(pending) }
    }

    nonisolated(nonsending) open func pendingTaskRequests() async -> [BGTaskRequest] { lock.withLock { requests } }

    /// Starts a task, on the queue of its registration.
    @_spi(Testing)
    public func launch(_ task: BGTask) {
        let handler = lock.withLock {
            requests.removeAll { $0.identifier == task.identifier }
            return handlers[task.identifier]
        }
        guard let handler else { return }
        nonisolated(unsafe) let run = handler.run
        nonisolated(unsafe) let started = task
        (handler.queue ?? DispatchQueue(label: "BackgroundTasks.launch")).async { run(started) }
    }

    @_spi(Testing)
    public static func made() -> BGTaskScheduler { BGTaskScheduler(empty: ()) }
}
