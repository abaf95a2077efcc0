import BellhopModel
import Crypto

/// A code of eight characters that are hard to confuse: 40 bits.
struct PairingCode {
    /// As it is shown, such as `7K3M-9QXT`.
    let text: String

    /// A new one.
    static func make() -> Self {
        var generator = SystemRandomNumberGenerator()
        let characters = (0..<8).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
        return Self(text: text(characters))
    }

    /// As a person may have typed it: any case, with or without the dash, O for 0, I or L for 1. Whatever else it is,
    /// it is no code that was made.
    init(typed: String) {
        let characters = typed.uppercased().compactMap { character -> Character? in
            switch character {
            case "O": "0"
            case "I", "L": "1"
            case "-", " ": nil
            default: character
            }
        }
        text = characters.count == 8 ? Self.text(characters) : typed
    }

    private init(text: String) { self.text = text }

    private static func text(_ characters: [Character]) -> String {
        String(characters[..<4]) + "-" + String(characters[4...])
    }

    /// The stored digest, by which a code is found.
    var hash: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    /// Crockford's Base32: no I, L, O or U.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
}
