import BellhopCore
import BellhopModel

struct DiagnosisRoutes {
    let diagnoses: DiagnosisService

    var handlers: [(Endpoint, RouteTable.Handler)] { [(.diagnose, diagnose)] }

    @Sendable private func diagnose(_ call: Call) async throws -> Reply {
        try .json(try await diagnoses.diagnose(call.decode(orEmpty: DiagnosisRequest()), by: call.key()))
    }
}
