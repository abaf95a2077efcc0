import BellhopModel
import BellhopStore
import HTTPTypes

struct HealthRoutes {
    let store: any Store
    let metrics: PrometheusMetrics

    var handlers: [(Endpoint, RouteTable.Handler)] { [(.health, health), (.readiness, readiness), (.metrics, text)] }

    @Sendable private func health(_ call: Call) async throws -> Reply { try .json(["status": "ok"]) }

    @Sendable private func readiness(_ call: Call) async throws -> Reply {
        try await store.ping()
        return try .json(["status": "ready"])
    }

    @Sendable private func text(_ call: Call) async throws -> Reply {
        Reply(
            status: 200, body: Array(metrics.text().utf8),
            fields: [.contentType: "text/plain; version=0.0.4; charset=utf-8"])
    }
}
