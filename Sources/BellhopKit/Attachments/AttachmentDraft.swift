import Foundation

/// A file that grows piece by piece, and is removed unless it is kept.
struct AttachmentDraft: ~Copyable {
    let url: URL
    private let descriptor: Int32
    private var isKept = false

    /// - Throws: ``AttachmentFailure/storage``.
    init(_ type: AttachmentType, in folder: URL) throws(AttachmentFailure) {
        url = folder.appendingPathComponent("attachment-\(UUID().uuidString).\(type.fileExtension)")
        descriptor = Foundation.open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            isKept = true
            throw .storage
        }
    }

    func write(_ bytes: [UInt8]) throws(AttachmentFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
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
