import BellhopModel

/// The answers in the journal.
struct AnswerShelf: Sendable {
    let journal: any Journal

    /// - Throws: when the journal cannot be read now.
    func all() async throws -> [AnswerRecord] {
        var records: [AnswerRecord] = []
        for key in try await journal.keys(in: .answers) {
            guard let bytes = try await journal.read(key) else { continue }
            // A record that cannot be read can be sent by nobody; its ask expires on the server.
            if let record = try? CanonicalJSON.decode(AnswerRecord.self, from: bytes) { records.append(record) }
        }
        return records.sorted { $0.askID < $1.askID }
    }

    /// - Returns: whether it is on the medium now.
    @discardableResult
    func keep(_ record: AnswerRecord) async -> Bool {
        do {
            try await journal.write(try CanonicalJSON.encode(record), to: record.key)
            return true
        } catch {
            return false
        }
    }

    /// - Returns: whether it is gone.
    func forget(_ record: AnswerRecord) async -> Bool { (try? await journal.remove(record.key)) != nil }

    /// - Throws: when some of them are still there.
    func forgetAll() async throws {
        for key in try await journal.keys(in: .answers) { try await journal.remove(key) }
    }
}
