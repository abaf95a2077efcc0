import NIOCore

/// A request as it stands before anything about it was checked.
struct PushRequest: Sendable {
    var method = ""
    var path = ""
    var authorization: String?
    var headers = PushHeaders()
    /// The name of a field that came twice and may not.
    var repeatedField: String?
    var payload = ByteBuffer()
}

extension PushRequest {
    /// What the path names.
    enum Target: Sendable, Hashable {
        case device(String)
        case noDevice
        case elsewhere
    }

    private static let devicePath = "/3/device/"

    var target: Target {
        guard path.hasPrefix(Self.devicePath) else { return path == "/3/device" ? .noDevice : .elsewhere }
        let token = path.dropFirst(Self.devicePath.count)
        if token.isEmpty { return .noDevice }
        return token.utf8.contains(UInt8(ascii: "/")) ? .elsewhere : .device(String(token))
    }

    /// The token in lower case, which is how devices are looked up; `nil` when the path names none.
    var deviceToken: String? {
        guard case .device(let token) = target else { return nil }
        return token.lowercased()
    }
}
