import BellhopKit
import BellhopModel

extension FakeServer {
    func report(_ request: APIRequest, by device: Device) throws -> APIResponse {
        guard let session = sessions.first(where: { $0.id.description == parts(request.path)[2] }) else {
            throw APIError(.notFound)
        }
        let report = try CanonicalJSON.decode(LiveActivityReport.self, from: request.body)
        if report.state == .active, report.token == nil {
            complain("\(request) tells of an activity without its token")
        }
        let isLate = report.state != .active && report.token != nil && report.token != activityTokens[session.id]
        if !isLate { activityTokens[session.id] = report.state == .active ? report.token : nil }
        return .json(
            LiveActivitySummary(
                id: LiveActivityID(high: 1, low: 1), deviceID: device.id,
                phase: report.state == .active ? .live : .ended))
    }

    func setStartToken(_ request: APIRequest, of device: Device) throws -> APIResponse {
        if parts(request.path)[2] != device.id.description { throw APIError(.forbidden) }
        startToken =
            request.method == .delete ? nil : try CanonicalJSON.decode(PushToStartRequest.self, from: request.body).token
        return APIResponse(status: 204)
    }
}
