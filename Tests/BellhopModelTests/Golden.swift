import Foundation
import Testing

/// The files beside the tests.
enum Golden {
    static func bytes(_ path: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.resourceURL).appendingPathComponent("Golden/\(path).json")
        return Array(try Data(contentsOf: url))
    }

    /// In the order of their names.
    static func names(in folder: String) -> [String] {
        let url = Bundle.module.resourceURL?.appendingPathComponent("Golden/\(folder)")
        let names = url.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
        return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }
}
