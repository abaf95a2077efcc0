import BellhopFoundation
import BellhopModel

/// The pairing link of `bellhop pair`, with the server's address and the pairing code.
///
///     bellhop://pair?server=https%3A%2F%2Fbellhop.example.com&code=7K2M-Q9XT
///
/// Anyone can create such a link, so opening it does not pair: the user is shown ``PairingAddress/host`` and decides. A
/// notification never leads here, because ``Route`` has no such destination.
public struct PairingLink: Hashable, Sendable {
    public let address: PairingAddress
    public let code: PairingCode

    public init(_ address: PairingAddress, code: PairingCode) {
        self.address = address
        self.code = code
    }

    /// Returns `true` for a pairing link, also an invalid one, so that the app can explain the problem.
    public static func isMeant(by link: String) -> Bool { query(of: link) != nil }

    public init(_ link: String) throws(PairingProblem) {
        guard let query = Self.query(of: link) else { throw .notALink }
        guard link.utf8.count <= Self.limit else { throw .broken }
        var values: [String: String] = [:]
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(parts[0]), let value = PercentEncoding.decode(parts.last ?? ""),
                parts.count == 2, values.updateValue(value, forKey: name) == nil
            else { throw .broken }
        }
        guard let server = values["server"], let code = values["code"] else { throw .broken }
        // A link must have a scheme; it is completed only in text that a person types.
        guard server.contains("://") else { throw .notAnAddress }
        address = try PairingAddress(server)
        self.code = try PairingCode(code)
    }

    /// The link itself.
    public var text: String {
        "\(Self.place)?server=\(PercentEncoding.segment(address.description))&code=\(PercentEncoding.segment(code.text))"
    }

    /// The maximum length in bytes: a percent-encoded address, and the rest.
    static let limit = 3 * PairingAddress.limit + 256

    private static let place = "\(Route.scheme)://pair"

    private static func query(of link: String) -> Substring? {
        guard link.prefix(place.count).lowercased() == place else { return nil }
        let rest = link.dropFirst(place.count)
        let query = rest.hasPrefix("/?") ? rest.dropFirst(2) : rest.hasPrefix("?") ? rest.dropFirst() : nil
        return query.map { $0.prefix { $0 != "#" } }
    }
}

/// The code for registering a device, such as `7K2M-Q9XT`. Only the server knows whether it is valid.
public struct PairingCode: Hashable, Sendable {
    /// The code in capitals, as shown.
    public let text: String

    /// - Parameter text: the code as typed or in a link: in any case, with surrounding spaces.
    public init(_ text: String) throws(PairingProblem) {
        let code = text.trimmed.uppercased()
        guard (4...64).contains(code.utf8.count),
            code.utf8.allSatisfy({ ASCII.isDigit($0) || ASCII.isLetter($0) || $0 == UInt8(ascii: "-") || $0 == 0x20 })
        else { throw .notACode }
        self.text = code
    }
}

extension PairingCode: CustomStringConvertible, CustomReflectable {
    /// The redacted code, because a valid code is a secret.
    public var description: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
