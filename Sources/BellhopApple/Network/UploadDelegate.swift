#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopSystem
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hears of one upload that the system has taken over.
final class UploadDelegate: NSObject, URLSessionTaskDelegate, Sendable {
    private let events: UploadEvents
    private let identifier: String
    private let invalidated: @Sendable () async -> Void

    init(_ events: UploadEvents, _ identifier: String, invalidated: @escaping @Sendable () async -> Void) {
        self.events = events
        self.identifier = identifier
        self.invalidated = invalidated
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let file = task.taskDescription { try? FileManager.default.removeItem(atPath: file) }
        session.finishTasksAndInvalidate()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(RedirectRule.next(request, after: task))
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        events.tell(about: identifier)
        // Unstructured: the session calls and does not wait.
        Task { [invalidated] in await invalidated() }
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { events.tell(about: identifier) }
}

/// Which sessions the system has told everything about.
final class UploadEvents: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var told: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    func tell(about identifier: String) {
        let readers = lock.withLock {
            told.insert(identifier)
            return waiting.removeValue(forKey: identifier) ?? []
        }
        for reader in readers { reader.resume() }
    }

    func told(about identifier: String) async {
        await withCheckedContinuation { continuation in
            let isTold = lock.withLock {
                if told.contains(identifier) { return true }
                waiting[identifier, default: []].append(continuation)
                return false
            }
            if isTold { continuation.resume() }
        }
    }
}
#endif
