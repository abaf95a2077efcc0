import BellhopClient
import BellhopKit
import BellhopModel

import struct BellhopClient.ServerAddress

/// What `bellhop pair` hands to the person: the code, and where it can be, the link that saves typing it.
struct PairingInvitation: Encodable {
    let code: String
    let expiresAt: Timestamp
    /// `nil` when the app would not take one; then ``remark`` says why.
    let link: String?
    let remark: String?

    /// - Parameter address: of the server, as the device reaches it.
    init(_ pairing: Pairing, at address: ServerAddress) {
        code = pairing.code
        expiresAt = pairing.expiresAt
        do throws(PairingProblem) {
            let shown = try PairingAddress(address.description)
            link = PairingLink(shown, code: try PairingCode(pairing.code)).text
            remark = address.isLoopback ? Self.ownMachine(shown) : nil
        } catch {
            link = nil
            remark = Self.sentence(error)
        }
    }

    var lines: [String] {
        ["Code: \(code)  (until \(expiresAt))"] + (link.map { ["Link: \($0)"] } ?? [])
    }

    private static func ownMachine(_ address: PairingAddress) -> String {
        "\(address.host) is this machine: for a phone, name the server as the phone reaches it, with --reachable-at."
    }

    private static func sentence(_ problem: PairingProblem) -> String {
        switch problem {
        case .notEncrypted(let host):
            "No link: the app takes http on the local network only, and \(host) is not in it. Name an https address with "
                + "--reachable-at."
        default: "No link: the app takes no such address. Name another with --reachable-at."
        }
    }

    enum CodingKeys: String, CodingKey {
        case code, link
        case expiresAt = "expires_at"
    }
}
