public import BellhopModel
import Crypto

extension InputDigest {
    /// With the SHA-256 of swift-crypto.
    public static func hex(of input: String, nonce: String? = nil) -> String {
        hex(of: input, nonce: nonce) { Array(SHA256.hash(data: $0)) }
    }
}

extension AskRequest.Content {
    /// The same under a nonce, and so with another digest.
    func bound(to nonce: String) -> Self {
        var content = self
        content.nonce = nonce
        content.inputDigest = InputDigest.hex(of: input, nonce: nonce)
        return content
    }
}
