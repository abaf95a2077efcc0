public import BellhopFoundation
import BellhopModel

/// Downloads a notification's attachment. The URL and its response are untrusted: each redirect is checked, the type is
/// determined from the bytes, and the limits apply regardless of the headers.
public struct AttachmentFetch: Sendable {
    private let downloads: any DownloadPort
    private let clock: any ClockPort
    private let limits: AttachmentLimits
    private let folder: URL

    /// - Parameter folder: the folder for the file, which gets a unique name.
    public init(
        _ downloads: any DownloadPort, clock: any ClockPort, limits: AttachmentLimits = AttachmentLimits(), folder: URL
    ) {
        self.downloads = downloads
        self.clock = clock
        self.limits = limits
        self.folder = folder
    }

    /// Downloads the complete file. After an error or a cancellation no file is left.
    ///
    /// - Throws: ``AttachmentFailure``; `CancellationError` when the task was cancelled.
    public func file(for request: AttachmentRequest) async throws -> AttachmentFile {
        let end = clock.now + limits.time
        return try await withThrowingTaskGroup(of: AttachmentFile.self) { group in
            group.addTask { try await fetch(request.url) }
            group.addTask {
                try await clock.sleep(until: end)
                throw AttachmentFailure.timedOut
            }
            defer { group.cancelAll() }
            guard let file = try await group.next() else { throw CancellationError() }
            return file
        }
    }

    private func fetch(_ url: URL) async throws -> AttachmentFile {
        guard var address = AttachmentAddress(url, limits) else { throw AttachmentFailure.addressRefused }
        for _ in 0...max(0, limits.redirects) {
            let download = try await open(address)
            defer { download.close() }
            switch download.status {
            case 200: return try await receive(download)
            case 301, 302, 303, 307, 308:
                guard let next = download.headers["location"].flatMap({ address.following($0, limits) }) else {
                    throw AttachmentFailure.addressRefused
                }
                address = next
            default: throw AttachmentFailure.status(download.status)
            }
        }
        throw AttachmentFailure.tooManyRedirects
    }

    private func receive(_ download: Download) async throws -> AttachmentFile {
        let announced = download.headers["content-length"].flatMap { Int($0) }
        if let announced, announced > limits.mostBytes { throw AttachmentFailure.tooLarge }
        var head: [UInt8] = []
        while head.count < AttachmentType.headLength, let piece = try await next(of: download) { head += piece }
        guard let type = AttachmentType(contentType: download.headers["content-type"], head: head) else {
            throw AttachmentFailure.typeRefused
        }
        let limit = limits.bytes(of: type.medium)
        if let announced, announced > limit { throw AttachmentFailure.tooLarge }

        let draft = try AttachmentDraft(type, in: folder)
        var count = 0
        var piece: [UInt8]? = head
        while let bytes = piece {
            count += bytes.count
            guard count <= limit else { throw AttachmentFailure.tooLarge }
            try draft.write(bytes)
            piece = try await next(of: download)
        }
        // With a content coding the announced length is not that of the file.
        if let announced, download.headers["content-encoding"] == nil, count < announced {
            throw AttachmentFailure.cutShort
        }
        try Task.checkCancellation()
        return AttachmentFile(url: draft.keep(), typeIdentifier: type.identifier)
    }

    private func open(_ address: AttachmentAddress) async throws -> Download {
        try await reaching { try await downloads.open(address.url) }
    }

    private func next(of download: Download) async throws -> [UInt8]? {
        try await reaching { try await download.next() }
    }

    /// Converts the errors of ports to ``AttachmentFailure``.
    private func reaching<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            try Task.checkCancellation()
            return try await work()
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw AttachmentFailure.unreachable
        }
    }
}

/// A file that a notification points to.
public struct AttachmentRequest: Codable, Hashable, Sendable {
    public let url: URL

    public init(url: URL) { self.url = url }
}

/// A file that can be attached (`UNNotificationAttachment`).
public struct AttachmentFile: Hashable, Sendable {
    /// The file, with the extension of its type. The system moves it when it is attached.
    public let url: URL
    /// The uniform type identifier to pass as `UNNotificationAttachmentOptionsTypeHintKey`, such as `public.png`.
    public let typeIdentifier: String

    public init(url: URL, typeIdentifier: String) {
        self.url = url
        self.typeIdentifier = typeIdentifier
    }
}

/// A file that is written in pieces, and deleted unless it is kept.
struct AttachmentDraft: ~Copyable {
    let url: URL
    private let descriptor: Int32
    private var isKept = false

    /// - Throws: ``AttachmentFailure/storage``.
    init(_ type: AttachmentType, in folder: URL) throws(AttachmentFailure) {
        url = folder.appendingPathComponent("attachment-\(UUID().uuidString).\(type.fileExtension)")
        descriptor = BellhopFoundation.open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            isKept = true
            throw .storage
        }
    }

    func write(_ bytes: [UInt8]) throws(AttachmentFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { BellhopFoundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw .storage
            }
        }
    }

    consuming func keep() -> URL {
        isKept = true
        return url
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if !isKept { unlink(url.path) }
    }
}
