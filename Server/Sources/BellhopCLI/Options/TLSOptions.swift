import ArgumentParser
import BellhopModel
import BellhopServer
import BellhopTerminal

/// The certificate with which a server encrypts its connections.
struct TLSOptions: ParsableArguments {
    @Option(
        name: .customLong("tls-cert"),
        help: ArgumentHelp(
            """
            A PEM file with the server's certificate and those of its issuers; the server then accepts only HTTPS. \
            SIGHUP reloads it.
            """, valueName: "file"))
    var certificateFile: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("The PEM file of the certificate's private key, without a password.", valueName: "file"))
    var keyFile: String?

    func validate() throws {
        guard (certificateFile == nil) == (keyFile == nil) else {
            throw ValidationError("--tls-cert and --tls-key must be given together.")
        }
    }

    /// - Returns: `nil` when no files are given.
    func certificate() throws -> ServerCertificate? {
        guard let certificateFile, let keyFile else { return nil }
        let (chain, key) = (try InputFile.bytes(of: certificateFile), try InputFile.bytes(of: keyFile))
        do {
            return try ServerCertificate(chain: chain, key: key)
        } catch .unreadableChain {
            throw CommandFailure("--tls-cert: \(certificateFile) contains no certificate in PEM.")
        } catch .unreadableKey {
            throw CommandFailure("--tls-key: \(keyFile) contains no private key in PEM without a password.")
        } catch .foreignKey {
            throw CommandFailure("--tls-key: \(keyFile) is not the key of the certificate in \(certificateFile).")
        }
    }
}

extension ServerCertificate {
    /// The host for links to a server that listens on `host`: that address if the certificate is valid for it, else the
    /// first name that is not a wildcard.
    func name(for host: String) -> String {
        names.contains(host.lowercased()) ? host : names.first { !$0.hasPrefix("*") } ?? host
    }
}
