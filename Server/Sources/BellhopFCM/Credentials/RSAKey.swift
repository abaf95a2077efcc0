import Crypto
import CryptoExtras

/// Reads the private key of a service account: RSA, as Google makes them (2048 bits, PKCS #8).
enum RSAKey {
    static func read(_ pem: String) throws(ServiceAccountError) -> _RSA.Signing.PrivateKey {
        // Forms and environment variables may leave the line ends as the two characters that JSON writes for them.
        let pem = pem.replacing("\\n", with: "\n")
        guard let begin = pem.firstRange(of: "-----BEGIN "),
            let labelEnd = pem[begin.upperBound...].firstRange(of: "-----")
        else { throw .keyNotPEM }
        let label = String(pem[begin.upperBound..<labelEnd.lowerBound])
        guard pem.contains("-----END \(label)-----") else { throw .keyCut }
        if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) { return key }
        if label.contains("PUBLIC") || label.contains("CERTIFICATE") || label.hasPrefix("EC ")
            || (try? P256.Signing.PrivateKey(pemRepresentation: pem)) != nil
            || (try? P384.Signing.PrivateKey(pemRepresentation: pem)) != nil
            || (try? _RSA.Signing.PrivateKey(unsafePEMRepresentation: pem)) != nil
        {
            throw .keyNotRSA
        }
        throw .keyUnreadable
    }
}
