#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import BellhopModel
import BellhopSystem
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests of an app, which the system may stop at any moment. Each is sent under an assertion that keeps the app
/// running meanwhile; an answer that got no response although the app is in the background is left to the system,
/// which sends it when there is a network, whether the app runs or not.
public final class LastingTransport: APITransport {
    private let transport: any APITransport
    private let address: ServerLocation
    private let uploads: (any Uploads)?
    private let time: BackgroundTime
    private let clock: any ClockPort

    /// - Parameters:
    ///   - transport: by which requests are sent.
    ///   - uploads: `nil` leaves nothing to the system.
    public convenience init(
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

    public func send(_ request: APIRequest) async throws -> APIResponse {
        let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
        // Unstructured: two may end it, the caller and the system.
        let sending = Task { [transport] in
            for await _ in beginning {}
            return try await transport.send(request)
        }
        let hold = await time.begin("dev.bellhop.request") { sending.cancel() }
        // Not sooner: the system could stop the app with a request on its way that nothing keeps it running for.
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
