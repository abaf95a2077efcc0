import BellhopModel

extension AppModel {
    /// The asks that wait, as a list shows them.
    public var pendingRows: [PendingRow] {
        pending.map { PendingRow($0, isAnswered: answering[$0.id] != nil) }
    }
}
