import BellhopModel
import BellhopStore

/// A row of the queue whose time has come.
struct DueDelivery {
    static let columns = "rowid, id, purpose, notification_id, device_id, attempt, failures, state, is_bulk, due"

    let row: Int64
    let id: DeliveryID
    let purpose: DeliveryPurpose
    let notificationID: NotificationID
    let deviceID: DeviceID
    /// How often it was claimed before.
    let claims: Int
    /// The number of attempts that a gateway deferred.
    let failures: Int
    /// A claim whose lease has passed: it may have been sent.
    let wasClaimed: Bool
    let isBulk: Bool
    let due: Timestamp

    init(_ columns: inout Columns) throws {
        row = try columns.integer()
        id = try columns.id()
        purpose = try columns.known(DeliveryPurpose(code: try columns.integer()))
        notificationID = try columns.id()
        deviceID = try columns.id()
        claims = Int(try columns.integer())
        failures = Int(try columns.integer())
        wasClaimed = try columns.integer() == Int64(DeliveryState.claimed.rawValue)
        isBulk = try columns.integer() != 0
        due = try columns.time()
    }
}
