#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopModel
import BellhopSystem
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests that the app cannot wait for.
protocol Uploads: Sendable {
    /// Starts a background upload that the system gives up at `end`. Requests with the same `Idempotency-Key` start
    /// one.
    func leave(_ request: URLRequest, body: [UInt8], until end: Timestamp) async
}

/// Requests that the system sends when there is a network, also while the app is not running
/// (`URLSessionConfiguration.background`).
///
/// The responses are not read: the outbox repeats the request with the same `Idempotency-Key` and gets the first
/// response.
actor BackgroundUploads: Uploads {
    /// The system identifies a session by its name, also after a relaunch, and its timeout applies to the whole
    /// session. Each upload therefore has its own session, whose name contains its end.
    private let prefix: String
    private let folder: URL
    private let now: @Sendable () -> Date
    private let configure: @Sendable (String) -> URLSessionConfiguration
    private var sessions: [String: URLSession] = [:]
    private let events = UploadEvents()

    /// - Parameter folder: the folder of the bodies, from which the system reads them.
    init(prefix: String = "dev.bellhop.upload", folder: URL) {
        self.init(prefix: prefix, folder: folder, now: { Date() }) { .background(withIdentifier: $0) }
    }

    /// - Parameter configure: returns the configuration for a session's name.
    init(
        prefix: String, folder: URL, now: @escaping @Sendable () -> Date,
        configure: @escaping @Sendable (String) -> URLSessionConfiguration
    ) {
        self.prefix = prefix
        self.folder = folder
        self.now = now
        self.configure = configure
    }

    /// Indicates whether the session belongs to these uploads.
    nonisolated func owns(_ identifier: String) -> Bool { end(of: identifier) != nil }

    func leave(_ request: URLRequest, body: [UInt8], until end: Timestamp) async {
        guard let key = request.value(forHTTPHeaderField: "idempotency-key"), !key.contains(".") else { return }
        let identifier = "\(prefix).\(end.milliseconds).\(key)"
        guard sessions[identifier] == nil, let session = open(identifier) else { return }
        // An upload of an earlier launch may still be running.
        guard await session.allTasks.isEmpty else { return }
        let file = folder.appendingPathComponent("upload-\(key)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(body).write(to: file)
        } catch {
            // The journal still contains the request.
            return session.invalidateAndCancel()
        }
        var request = request
        request.httpBody = nil
        let task = session.uploadTask(with: request, fromFile: file)
        task.taskDescription = file.path
        task.resume()
    }

    /// Returns when the system has reported every event of the session that it woke the app for.
    func ended(_ identifier: String) async {
        guard open(identifier) != nil else { return }
        await events.wait(for: identifier)
    }

    /// - Returns: `nil` when the name has no end.
    private func open(_ identifier: String) -> URLSession? {
        if let session = sessions[identifier] { return session }
        guard let end = end(of: identifier) else { return nil }
        let left = Double(end.milliseconds) / 1000 - now().timeIntervalSince1970
        let configuration = configure(identifier)
        configuration.isDiscretionary = false
        configuration.sessionSendsLaunchEvents = true
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.timeoutIntervalForResource = max(1, left)
        let session = URLSession(
            configuration: configuration,
            delegate: UploadDelegate(events, identifier) { [weak self] in await self?.forget(identifier) },
            delegateQueue: nil)
        sessions[identifier] = session
        return session
    }

    private func forget(_ identifier: String) { sessions[identifier] = nil }

    private nonisolated func end(of identifier: String) -> Timestamp? {
        guard identifier.hasPrefix(prefix + ".") else { return nil }
        let parts = identifier.dropFirst(prefix.count + 1).split(separator: ".")
        return parts.count == 2 ? Int64(parts[0]).map(Timestamp.init(milliseconds:)) : nil
    }
}

/// The delegate of one background upload.
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
        events.complete(identifier)
        // Unstructured: URLSession calls and does not wait.
        Task { [invalidated] in await invalidated() }
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { events.complete(identifier) }
}

/// The sessions whose events the system has all reported.
final class UploadEvents: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var completed: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    func complete(_ identifier: String) {
        let readers = lock.withLock {
            completed.insert(identifier)
            return waiting.removeValue(forKey: identifier) ?? []
        }
        for reader in readers { reader.resume() }
    }

    func wait(for identifier: String) async {
        await withCheckedContinuation { continuation in
            let isComplete = lock.withLock {
                if completed.contains(identifier) { return true }
                waiting[identifier, default: []].append(continuation)
                return false
            }
            if isComplete { continuation.resume() }
        }
    }
}
#endif
