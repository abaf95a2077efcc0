import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopServer
import BellhopTestSupport
import Foundation
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopSimulators
@testable import BellhopTerminal

@Suite("HTTPS of bellhop serve", .timeLimit(.minutes(10)))
struct ServerTLSTests {
    @Test("Requests and events are encrypted, and a new certificate is used without a restart")
    func reload() async throws {
        try await TemporaryFolder.with { folder in
            let (first, second) = (try SimulatorCertificates(), try SimulatorCertificates())
            try first.write(to: folder)
            let authorities = [folder.appending(path: "first.pem"), folder.appending(path: "second.pem")]
            try Data(first.authorityPEM.utf8).write(to: authorities[0])
            try Data(second.authorityPEM.utf8).write(to: authorities[1])
            let server = try ServeProcess.start(
                ["--port", "0", "--json"] + SimulatorCertificates.options(folder), in: folder)
            defer { server.end() }
            #expect(server.url.hasPrefix("https://127.0.0.1:"))
            let settings = SettingsFile(path: folder.appending(path: "config.json").path)
            let key = try #require(try settings.load().key)

            func use(_ authority: URL) async throws {
                try await BellhopClient.with(
                    ServerAddress(server.url), key: key,
                    configuration: .init(certificateAuthorityFile: authority.path)
                ) { client in
                    var events = try await client.events().makeAsyncIterator()
                    _ = try await client.call(
                        API.sendNotification, body: NotificationRequest(title: "Encrypted", body: "b"))
                    #expect(try await events.next() != nil)
                }
            }
            try await use(authorities[0])

            try second.write(to: folder)
            server.send(SIGHUP)
            #expect(try server.waitForError("The credentials for TLS are reloaded"))
            try await use(authorities[1])
            await #expect(throws: ClientError.self) { try await use(authorities[0]) }

            try Data(first.keyPEM.utf8).write(to: folder.appending(path: "key.pem"))
            server.send(SIGHUP)
            #expect(try server.waitForError("is not the key of the certificate"))
            try await use(authorities[1])
            server.send(SIGTERM)
            #expect(server.exitCode() == 0)
        }
    }

    @Test(
        "Files that are no certificate with its key are refused with the file's name",
        arguments: [
            Mistake(certificate: "missing.pem", message: "missing.pem cannot be read"),
            Mistake(certificate: "key.pem", message: "key.pem contains no certificate in PEM"),
            Mistake(key: "cert.pem", message: "cert.pem contains no private key in PEM without a password"),
            Mistake(key: "locked.pem", message: "locked.pem contains no private key in PEM without a password"),
            Mistake(key: "other.pem", message: "other.pem is not the key of the certificate in"),
        ])
    func mistakes(_ mistake: Mistake) throws {
        try TemporaryFolder.with { folder in
            try SimulatorCertificates().write(to: folder)
            try Data(SimulatorCertificates().keyPEM.utf8).write(to: folder.appending(path: "other.pem"))
            try Data(Self.lockedKey.utf8).write(to: folder.appending(path: "locked.pem"))
            let options = try TLSOptions.parse([
                "--tls-cert", folder.appending(path: mistake.certificate).path,
                "--tls-key", folder.appending(path: mistake.key).path,
            ])
            let error = #expect(throws: CommandFailure.self) { try options.certificate() }
            #expect(error?.description.contains(mistake.message) == true, "\(error?.description ?? "")")
        }
    }

    @Test("One of both options alone is refused", arguments: ["--tls-cert", "--tls-key"])
    func half(option: String) throws {
        let error = #expect(throws: (any Error).self) { try TLSOptions.parse([option, "file.pem"]) }
        #expect(TLSOptions.message(for: try #require(error)).contains("must be given together"))
    }

    @Test("Links name the address that the server listens on, or the first name in the certificate")
    func names() throws {
        try TemporaryFolder.with { folder in
            try SimulatorCertificates(names: ["bellhop.example.com"]).write(to: folder)
            let certificate = try #require(try TLSOptions.parse(SimulatorCertificates.options(folder)).certificate())
            #expect(certificate.names == ["localhost", "127.0.0.1", "::1", "bellhop.example.com"])
            #expect(certificate.expiresAt == Timestamp(seconds: 2_493_072_000))
            #expect(certificate.name(for: "127.0.0.1") == "127.0.0.1")
            #expect(certificate.name(for: "bellhop.example.com") == "bellhop.example.com")
            #expect(certificate.name(for: "0.0.0.0") == "localhost")
        }
    }

    struct Mistake: Sendable {
        var certificate = "cert.pem"
        var key = "key.pem"
        let message: String
    }

    /// `openssl pkcs8 -topk8 -passout pass:secret` of a P-256 key.
    private static let lockedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhm6bvQMJtldwICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEGH689e+SFFvZ5SQr7NkGV0EgZAm
        wqf5vmNWZv1tkqGs1OV4830cfO9Knn6nvkO9/O7HGD/LHxWOapX+9BDYLrxrH0pS
        7KGCaJOuVGFIUQkCYHLYqR/UKCPeDru1Pyhc+GdJRsbe6FIXP3PBHSu4jWdC7+Jr
        idcTSUHiin9GF2hfRcIFQ0WnM7D2SHeADwTMNndRiIYix4INpgPGea3wJDBwK+4=
        -----END ENCRYPTED PRIVATE KEY-----
        """
}

extension SimulatorCertificates {
    fileprivate func write(to folder: URL) throws {
        try Data(serverPEM.utf8).write(to: folder.appending(path: "cert.pem"))
        try Data(keyPEM.utf8).write(to: folder.appending(path: "key.pem"))
    }

    fileprivate static func options(_ folder: URL) -> [String] {
        [
            "--tls-cert", folder.appending(path: "cert.pem").path, "--tls-key", folder.appending(path: "key.pem").path,
        ]
    }
}
