public import BellhopKit
public import BellhopModel

extension FakeServer {
    /// The failure of the next request.
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

    /// The error of a request that was not sent, or whose response was lost.
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
