import BellhopModel

/// The addresses of the web console's pages. Secrets are in the fragment, which browsers do not send (RFC 3986 §3.5).
enum ConsoleAddress {
    static func login(_ link: ConsoleLink, at server: String) -> String { "\(server)/#login=\(link.code.reveal())" }

    static func pairing(_ code: String, at server: String) -> String { "\(server)/pair#pair=\(code)" }
}
