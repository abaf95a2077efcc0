#if canImport(UIKit) && !os(watchOS)
import BellhopModel
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Takes requests over when the app cannot wait for them.
protocol Uploads: Sendable {
    /// Leaves a request to the system, which gives it up at `end`. Of those with one `Idempotency-Key` there is one.
    func leave(_ request: URLRequest, body: [UInt8], until end: Timestamp) async
}

/// Requests that the system sends by itself, when there is a network, whether the app runs or not
/// (`URLSessionConfiguration.background`).
///
/// What comes back is not read: the outbox asks again and, since the server knows a repetition, learns the outcome of
/// the first.
public actor BackgroundUploads: Uploads {
    /// The system knows a session by its name, and gives it back to the next launch; how long it tries is a matter of
    /// the whole session. So each upload has a session of its own, whose name tells its end.
    private let prefix: String
    private let folder: URL
    private let now: @Sendable () -> Date
    private let configure: @Sendable (String) -> URLSessionConfiguration
    private var sessions: [String: URLSession] = [:]
    private let events = UploadEvents()

    /// - Parameter folder: where bodies wait; the system reads them from there.
    public init(prefix: String = "dev.bellhop.upload", folder: URL) {
        self.init(prefix: prefix, folder: folder, now: { Date() }) { .background(withIdentifier: $0) }
    }

    /// - Parameter configure: gives the configuration of a session by its name.
    init(
        prefix: String, folder: URL, now: @escaping @Sendable () -> Date,
        configure: @escaping @Sendable (String) -> URLSessionConfiguration
    ) {
        self.prefix = prefix
        self.folder = folder
        self.now = now
        self.configure = configure
    }

    /// Whether a session of this name is one of these.
    public nonisolated func owns(_ identifier: String) -> Bool { end(of: identifier) != nil }

    func leave(_ request: URLRequest, body: [UInt8], until end: Timestamp) async {
        guard let key = request.value(forHTTPHeaderField: "idempotency-key"), !key.contains(".") else { return }
        let identifier = "\(prefix).\(end.milliseconds).\(key)"
        guard sessions[identifier] == nil, let session = open(identifier) else { return }
        // One that an earlier launch left may be on its way still.
        guard await session.allTasks.isEmpty else { return }
        let file = folder.appendingPathComponent("upload-\(key)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(body).write(to: file)
        } catch {
            // The journal still has it.
            return session.invalidateAndCancel()
        }
        var request = request
        request.httpBody = nil
        let task = session.uploadTask(with: request, fromFile: file)
        task.taskDescription = file.path
        task.resume()
    }

    /// The system woke the app because an upload has ended. Returns when it has told everything about it.
    func ended(_ identifier: String) async {
        guard open(identifier) != nil else { return }
        await events.told(about: identifier)
    }

    /// - Returns: `nil` when it is too late for it.
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
#endif
