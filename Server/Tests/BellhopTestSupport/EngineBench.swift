public import BellhopCore
public import BellhopModel
public import BellhopPush
import BellhopStore
public import Logging
public import Metrics

/// An engine put together for a test: time stands still, the store is in memory, one user has some phones.
public struct EngineBench: Sendable {
    public let time = ManualTime()
    public let store = MemoryStore()
    public let hub = EventHub()
    public let wake = Wake()
    public let metrics: any MetricsFactory
    public let logger: Logger

    /// - Parameter metrics: by default nothing is counted.
    public init(metrics: any MetricsFactory = NOOPMetricsHandler.instance, logger: Logger = .silent) {
        self.metrics = metrics
        self.logger = logger
    }

    public var asks: Asks { Asks(store: store, hub: hub, wake: wake, time: time, metrics: metrics) }
    public var notifications: Notifications {
        Notifications(store: store, hub: hub, wake: wake, time: time, metrics: metrics)
    }
    public var schedules: Schedules {
        Schedules(store: store, notifications: notifications, wake: wake, time: time)
    }
    public var items: Items { Items(store: store, hub: hub, wake: wake, time: time) }
    public var scheduler: Scheduler {
        Scheduler(store: store, hub: hub, wake: wake, time: time, logger: logger, metrics: metrics)
    }
    public var expiry: AskExpiry {
        AskExpiry(store: store, hub: hub, wake: wake, time: time, logger: logger, metrics: metrics)
    }

    public func dispatcher(
        _ gateways: [Platform: any Gateway], _ configuration: Dispatcher.Configuration = .init()
    ) -> Dispatcher {
        Dispatcher(
            store: store, gateways: gateways, hub: hub, wake: wake, time: time, metrics: metrics, logger: logger,
            configuration: configuration)
    }

    /// Registers a phone.
    public func phone(
        _ name: String = "iPhone", of user: UserID = "ada", platform: Platform = .ios,
        environment: PushEnvironment = .production
    ) async throws -> TestPhone {
        var phone = TestPhone(name, of: user, platform: platform, environment: environment)
        phone.device = try await store.register(phone.device) ?? phone.device
        return phone
    }

    /// Creates an ask of the user's agent.
    public func ask(_ request: AskRequest = .approval(), of user: UserID = "ada") async throws -> Ask {
        switch try await asks.create(request, by: .agent(of: user), recorder: nil) {
        case .accepted(let ask): return ask
        case .repeated: throw StoreUnavailable("an ask without an idempotency key was taken for a repetition")
        }
    }
}
