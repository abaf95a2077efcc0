import Foundation

/// The payloads that stand ready for the Simulator, in `App/Payloads`.
enum SampleFile {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../App/Payloads").standardizedFileURL

    static var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".apns") }.sorted()
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }
}
