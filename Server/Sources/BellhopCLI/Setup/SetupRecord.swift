import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTerminal
import Crypto
import Foundation

/// What a file was before setup changed it, and what setup made of it, so that it can be given back byte for byte.
struct SetupRecord: Codable, Hashable, Sendable {
    /// The file, with its links followed.
    var path: String
    /// SHA-256 of the file before anything of ours was in it: 64 hex digits; `nil` when there was none.
    var former: String?
    /// The same of the file as setup left it.
    var installed: String
    /// The folders that were made for it, the outermost first.
    var folders: [String]

    static func digest(_ bytes: [UInt8]) -> String { Hex.encode(SHA256.hash(data: Data(bytes))) }
}

/// Where the record of one file is kept: two files in a folder that only its owner can enter.
struct SetupRecordFolder: Sendable {
    let url: URL
    /// The file as it was, byte for byte, for people too.
    var backup: URL { url.appending(path: name) }
    private var record: URL { url.appending(path: "record.json") }
    private let name: String

    init(of file: EditedFile, for agent: Agent, in state: StateFolder) {
        let digest = SetupRecord.digest(Array(file.path.utf8)).prefix(12)
        name = (file.path as NSString).lastPathComponent
        url = state.url.appending(path: "setup/\(agent.rawValue)-\(digest)", directoryHint: .isDirectory)
    }

    /// - Returns: `nil` when there is none, or one that cannot be relied on.
    func read() -> (record: SetupRecord, former: FormerFile)? {
        guard let data = try? Data(contentsOf: record),
            let known = try? CanonicalJSON.decode(SetupRecord.self, from: data)
        else { return nil }
        guard let former = known.former else { return (known, .absent) }
        guard let bytes = (try? Data(contentsOf: backup)).map(Array.init), SetupRecord.digest(bytes) == former else {
            return nil
        }
        return (known, .bytes(bytes))
    }

    /// - Throws: `ClientError` when it cannot be written.
    func write(_ known: SetupRecord, former: [UInt8]?) throws {
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if let former { try PrivateFile(path: backup.path).write(former) }
        try PrivateFile(path: record.path).write(try CanonicalJSON.encode(known))
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
