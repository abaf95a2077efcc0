import BellhopTesting
import Foundation
import Testing

/// The golden files beside the tests.
enum Golden {
    static func bytes(_ path: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.resourceURL).appendingPathComponent("Golden/\(path).json")
        return Array(try Data(contentsOf: url))
    }

    /// The names of the files in `folder`, sorted.
    static func names(in folder: String) -> [String] {
        let url = Bundle.module.resourceURL?.appendingPathComponent("Golden/\(folder)")
        let names = url.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
        return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }
}

/// The sample payloads for the Simulator, in `App/Payloads`.
enum SampleFile {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../App/Payloads").standardizedFileURL

    static var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".apns") }.sorted()
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }
}

extension SeededGenerator {
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    mutating func bytes(upTo count: Int) -> [UInt8] {
        (0..<below(count + 1)).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    /// A text of `count` random pieces.
    mutating func text(of pieces: [String], count: Int) -> String {
        (0..<count).map { _ in pieces[below(pieces.count)] }.joined()
    }

    /// A copy of `bytes` with some of them flipped, removed, duplicated or replaced.
    mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(4) where !bytes.isEmpty {
            let index = below(bytes.count)
            switch below(5) {
            case 0: bytes[index] ^= 1 << UInt8(below(8))
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(bytes[below(bytes.count)], at: index)
            case 3: bytes[index] = Array("{}[]\",:0-tfn\\e.".utf8).randomElement(using: &self) ?? 0
            default:
                let end = Swift.min(bytes.count, index + below(20))
                bytes.replaceSubrange(index..<end, with: bytes[below(bytes.count)...].prefix(20))
            }
        }
        return bytes
    }
}
