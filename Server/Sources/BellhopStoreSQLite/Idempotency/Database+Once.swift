import BellhopStore
import GRDB

extension Database {
    /// Does `work` and keeps `record`, unless there is a record under its key.
    func once(_ record: IdempotencyRecord?, _ work: () throws -> Void) throws -> IdempotentWriteResult {
        if let record {
            if let kept = try idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
            try idempotency.insert(record)
        }
        try work()
        return .stored
    }
}
