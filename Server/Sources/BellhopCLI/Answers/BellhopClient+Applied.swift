import BellhopClient
import BellhopModel

extension BellhopClient {
    /// Tells the server, and by it the phone, that whoever asked has got the answer.
    ///
    /// Best effort: the answer stands without it, and whoever waits for this process to end waits for it too.
    func reportApplied(
        _ id: AskID, within limit: Duration = .seconds(2), by time: ClientTime = .system
    ) async {
        try? await withTimeLimit(limit, by: time) {
            try await self.call(API.sendReceipt, body: Receipt(kind: .applied, askID: id))
        }
    }
}
