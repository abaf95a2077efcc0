import BellhopCore
import BellhopModel

struct ScheduleRoutes {
    let schedules: ScheduleService
    let notifications: NotificationsService

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [
            (.createSchedule, create), (.listSchedules, list), (.getSchedule, get), (.updateSchedule, update),
            (.cancelSchedule, cancel), (.cancelNotification, takeBack), (.snoozeNotification, snooze),
        ]
    }

    @Sendable private func create(_ call: Call) async throws -> Reply {
        let request: ScheduleRequest = try call.decode()
        let claim = call.idempotency
        let remember = claim.map { claim in
            { @Sendable (made: Schedule) in claim.record(status: 201, body: try CanonicalJSON.encode(made)) }
        }
        switch try await schedules.create(request, by: call.key(), recorder: remember) {
        case .accepted(let schedule):
            var reply = try Reply.json(schedule, status: 201)
            reply.isKept = true
            return reply
        case .repeated(let record):
            guard let claim else { throw APIError(.internalError) }
            return try claim.reply(from: record)
        }
    }

    @Sendable private func list(_ call: Call) async throws -> Reply {
        var state: Schedule.State?
        if let text = try call.query("state", as: String.self) {
            guard let known = Schedule.State(rawValue: text) else {
                let states = Schedule.State.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError(.invalidRequest, "state: one of \(states) expected.")
            }
            state = known
        }
        let listed = try await schedules.list(
            for: call.key(), of: call.query("user"), state: state, before: call.query("before"), limit: call.limit())
        return try .json(Page(items: listed))
    }

    @Sendable private func get(_ call: Call) async throws -> Reply {
        try .json(try await schedules.schedule(call.id(), for: call.key()))
    }

    @Sendable private func update(_ call: Call) async throws -> Reply {
        try .json(try await schedules.update(call.id(), call.decode(), by: call.key()))
    }

    @Sendable private func cancel(_ call: Call) async throws -> Reply {
        try .json(try await schedules.cancel(call.id(), by: call.key()))
    }

    @Sendable private func takeBack(_ call: Call) async throws -> Reply {
        try .json(try await schedules.cancelNotification(call.id(), by: call.key()))
    }

    @Sendable private func snooze(_ call: Call) async throws -> Reply {
        let request = try call.decode(orEmpty: SnoozeRequest())
        return try .json(try await notifications.snooze(call.id(), request, by: call.key()))
    }
}
