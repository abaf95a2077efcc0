import BellhopModel
import Foundation

extension Identifier {
    /// The sixteen bytes in network order, so that SQLite's `memcmp` sorts ids as they sort in Swift: by age.
    var blob: Data {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Data($0) }
    }

    /// - Returns: `nil` unless `blob` has sixteen bytes.
    init?(blob: Data) {
        guard blob.count == 16 else { return nil }
        let (high, low) = blob.withUnsafeBytes {
            ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }
}
