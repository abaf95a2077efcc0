/// The hosts that are this machine, whatever DNS says (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3, RFC 6761 §6.3).
enum Loopback {
    static func contains(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        // A name may begin like an address: 127.0.0.1.example.org.
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
