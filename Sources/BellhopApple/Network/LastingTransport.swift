#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopModel
import BellhopSystem
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport of an app that the system may suspend. Each request is sent under a background task assertion; an
/// answer that gets no response in the background becomes a background upload.
final class LastingTransport: APITransport {
    private let transport: any APITransport
    private let address: ServerLocation
    private let uploads: (any Uploads)?
    private let time: BackgroundTime
    private let clock: any ClockPort

    /// - Parameters:
    ///   - transport: sends the requests.
    ///   - uploads: `nil` starts no background uploads.
    convenience init(
        _ transport: any APITransport, to address: ServerLocation, uploads: BackgroundUploads? = nil,
        time: BackgroundTime = BackgroundTime(), clock: any ClockPort = SystemClock()
    ) {
        self.init(transport, to: address, leavingTo: uploads, time: time, clock: clock)
    }

    init(
        _ transport: any APITransport, to address: ServerLocation, leavingTo uploads: (any Uploads)?,
        time: BackgroundTime, clock: any ClockPort
    ) {
        self.transport = transport
        self.address = address
        self.uploads = uploads
        self.time = time
        self.clock = clock
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
        let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
        // Unstructured: both the caller and the system may cancel it.
        let sending = Task { [transport] in
            for await _ in beginning {}
            return try await transport.send(request)
        }
        let hold = await time.begin("dev.bellhop.request") { sending.cancel() }
        // After the assertion: otherwise the system could suspend the app during the request.
        begin.finish()
        let result = await withTaskCancellationHandler {
            await sending.result
        } onCancel: {
            sending.cancel()
        }
        if case .failure = result { await leave(request) }
        await hold.end()
        return try result.get()
    }

    private func leave(_ request: APIRequest) async {
        guard let uploads, let end = request.outlivesAppUntil, end > clock.now, await time.isInBackground,
            let url = try? address.url(for: request.path)
        else { return }
        await uploads.leave(URLRequest(request, to: url), body: request.body, until: end)
    }
}
#endif
