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
    /// What is ours in it has something of the person's own, such as an option: it is brought up to date where it stands.
    var isPersonal: Bool?
    /// The folders that were made for it, the outermost first.
    var folders: [String]

    static func digest(_ bytes: [UInt8]) -> String { Hex.encode(SHA256.hash(data: Data(bytes))) }
}

/// A record with the file as it was.
struct KeptFile: Hashable, Sendable {
    var record: SetupRecord
    /// `nil` when there was none.
    var former: [UInt8]?

    /// - Parameters:
    ///   - former: the file before anything of ours was in it.
    ///   - installed: what setup makes of it.
    init(_ path: String, former: [UInt8]?, installed: [UInt8], isPersonal: Bool, folders: [String]) {
        record = SetupRecord(
            path: path, former: former.map(SetupRecord.digest), installed: SetupRecord.digest(installed),
            isPersonal: isPersonal, folders: folders)
        self.former = former
    }

    init?(_ record: SetupRecord, former: [UInt8]?) {
        guard record.former == former.map(SetupRecord.digest) else { return nil }
        (self.record, self.former) = (record, former)
    }

    /// Whether the file is still as setup left it.
    func isUntouched(_ current: [UInt8]) -> Bool { record.installed == SetupRecord.digest(current) }
}

extension FormerFile {
    init(_ kept: KeptFile?) {
        self = kept.map { $0.former.map(FormerFile.bytes) ?? .absent } ?? .unknown
    }
}
