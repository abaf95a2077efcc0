public import BellhopKit
public import BellhopModel

extension FakeServer {
    /// What goes wrong with the next request.
    public enum Fault: Sendable {
        /// It does not leave the device.
        case offline
        /// It is done, and the response is lost.
        case replyLost
        /// Answered by something else, or by the server in trouble.
        case response(APIResponse)
        /// It arrives, and waits there.
        case held(Gate)
    }

    /// What a request says that did not leave the device, or whose response was lost.
    public struct NoNetwork: Error {
        public init() {}
    }

    /// A request that arrived.
    public struct Served: Sendable {
        public let request: APIRequest
        public let at: Timestamp
        public let status: Int
    }

    struct Paired {
        var device: Device
        var key: String
    }
}
