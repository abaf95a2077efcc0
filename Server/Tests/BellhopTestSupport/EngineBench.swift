public import BellhopCore
public import BellhopModel
public import BellhopPush
public import BellhopStore
public import Logging
public import Metrics

/// The delivery engine for a test, with a manual clock and a temporary store.
public struct EngineBench: Sendable {
    public let time = ManualTime()
    public let database = TestDatabase()
    public var store: Store { database.store }
    public let hub = EventHub()
    public let workSignal = WorkSignal()
    public let metrics: any MetricsFactory
    public let logger: Logger

    /// - Parameter metrics: the metrics backend; by default a no-op.
    public init(metrics: any MetricsFactory = NOOPMetricsHandler.instance, logger: Logger = .silent) {
        self.metrics = metrics
        self.logger = logger
    }

    public var asks: AskService {
        AskService(store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics)
    }
    public var notifications: NotificationsService {
        NotificationsService(store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics)
    }
    public var schedules: ScheduleService {
        ScheduleService(store: store, notifications: notifications, workSignal: workSignal, time: time)
    }
    public var items: ItemService { ItemService(store: store, hub: hub, workSignal: workSignal, time: time) }
    public var scheduler: Scheduler {
        Scheduler(store: store, hub: hub, workSignal: workSignal, time: time, logger: logger, metrics: metrics)
    }
    public var expiry: AskExpiry {
        AskExpiry(store: store, hub: hub, workSignal: workSignal, time: time, logger: logger, metrics: metrics)
    }

    public func dispatcher(
        _ gateways: [Platform: any Gateway], _ configuration: Dispatcher.Configuration = .init()
    ) -> Dispatcher {
        Dispatcher(
            store: store, gateways: gateways, hub: hub, workSignal: workSignal, time: time, metrics: metrics,
            logger: logger,
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
