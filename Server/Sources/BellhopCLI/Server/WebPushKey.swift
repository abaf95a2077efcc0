import BellhopClient
import BellhopModel
import BellhopTerminal
import BellhopWebPush
import Foundation

extension VAPIDKey {
    /// The key pair in the data folder, made at the first start.
    ///
    /// A damaged file is an error: with another key pair no browser that has subscribed would receive pushes.
    ///
    /// - Throws: ``CommandFailure``
    static func stored(in folder: DataFolder) throws -> VAPIDKey {
        let file = PrivateFile(path: folder.webPushKey.path)
        do {
            if let bytes = try file.read() {
                return try VAPIDKey(pem: Secret(String(decoding: bytes, as: UTF8.self)))
            }
            let key = VAPIDKey()
            try file.write(Array(key.pem.reveal().utf8))
            return key
        } catch let error as VAPIDKeyError {
            throw CommandFailure(
                "\(file.path) is damaged: \(error). Restore it from a backup, or delete it to make a new key pair: "
                    + "every browser must then subscribe again.")
        } catch let error as ClientError {
            throw CommandFailure("The key pair for Web Push: \(error)")
        }
    }
}

extension VAPIDContact {
    /// The contact unless one is given: a reserved name (RFC 2606). Push services demand an address, and use it to reach
    /// the operator of a server that misbehaves.
    static let usual = "https://example.com"
}
