import Foundation
import NIOSSL

/// The certificate of the sink, for localhost and 127.0.0.1, and its key.
enum Identity {
    static func certificate() throws -> NIOSSLCertificate {
        try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
    }

    static func key() throws -> NIOSSLPrivateKey {
        try NIOSSLPrivateKey(bytes: Array(Data(base64Encoded: encodedKey) ?? Data()), format: .der)
    }

    /// An ECPrivateKey of P-256 (RFC 5915).
    private static let encodedKey = """
        MHcCAQEEIJlWGrcxIX2rmy8wlgzhgWY2JjFZof0bpfNJaEKy0F10oAoGCCqGSM49AwEHoUQDQgAE\
        H3ZGde6vF4KwhlxjxvtmgMDOlQwOluTMmefAa25Gh/lsq7eOkkw38RD7q33Rw+zXy8GibcRYmKIc\
        cOlBnOWs0w==
        """

    static let pem = """
        -----BEGIN CERTIFICATE-----
        MIIBrDCCAVGgAwIBAgIUHN4ozA1rVZQvlqAeDxsK4ooFJF0wCgYIKoZIzj0EAwIw
        HDEaMBgGA1UEAwwRQmVsbGhvcCBiZW5jaG1hcmswIBcNMjYxMTIzMjA0NDEyWhgP
        MjEyNjEwMzAyMDQ0MTJaMBwxGjAYBgNVBAMMEUJlbGxob3AgYmVuY2htYXJrMFkw
        EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEH3ZGde6vF4KwhlxjxvtmgMDOlQwOluTM
        mefAa25Gh/lsq7eOkkw38RD7q33Rw+zXy8GibcRYmKIccOlBnOWs06NvMG0wHQYD
        VR0OBBYEFMdJcDmbKrtdmqEkk8PtJhzeDUHwMB8GA1UdIwQYMBaAFMdJcDmbKrtd
        mqEkk8PtJhzeDUHwMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxo
        b3N0hwR/AAABMAoGCCqGSM49BAMCA0kAMEYCIQDRKVYYIDyy8UqdHFi0qPbhZXwh
        um7KdvoQJ80pjhDprQIhAP6ZME2qBsw+7A3Qr/S5K8Px4/7CekB8dUCp5v6yUlJg
        -----END CERTIFICATE-----
        """
}
