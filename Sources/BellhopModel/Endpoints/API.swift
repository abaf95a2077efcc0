/// Every endpoint of the API.
///
/// A new endpoint is a constant here, an entry in ``APIRoute/all`` and an operation in the server's file of its resource.
public enum API {
    private static let agents = APIRoute.Access.roles([.agent])
    private static let devices = APIRoute.Access.roles([.device])
    private static let admins = APIRoute.Access.roles([.admin])
    private static let agentsAndDevices = APIRoute.Access.roles([.agent, .device])
    private static let devicesAndAdmins = APIRoute.Access.roles([.device, .admin])
    private static let agentsAndAdmins = APIRoute.Access.roles([.agent, .admin])
    private static let allRoles = APIRoute.Access.roles([.agent, .device, .admin])

    // MARK: Asks

    public static let createAsk = Endpoint<AskRequest, Ask>(
        "createAsk", .post, "/v1/asks", agents, "Create an ask", errors: [.inputDigestMismatch, .askPaused])
    public static let listAsks = Endpoint<EmptyBody, Page<Ask>>(
        "listAsks", .get, "/v1/asks", agentsAndDevices,
        "List the user's asks, newest first; `state=pending` selects open asks")
    public static let getAsk = Endpoint<EmptyBody, Ask>(
        "getAsk", .get, "/v1/asks/{id}", agentsAndDevices,
        "Get one ask; `wait` delays the response until the ask ends, by at most 55 seconds")
    public static let answerAsk = Endpoint<AnswerRequest, Ask>(
        "answerAsk", .post, "/v1/asks/{id}/answer", devices, "Answer an ask",
        errors: [
            .signatureInvalid, .askAlreadyAnswered, .askExpired, .askWithdrawn, .inputDigestMismatch, .answerDoesNotFit,
        ])
    public static let withdrawAsk = Endpoint<EmptyBody, Ask>(
        "withdrawAsk", .delete, "/v1/asks/{id}", agents, "Withdraw an ask, with an optional `reason`",
        errors: [.askAlreadyAnswered, .askExpired])

    // MARK: Notifications

    public static let sendNotification = Endpoint<NotificationRequest, UserNotification>(
        "sendNotification", .post, "/v1/notifications", agentsAndAdmins, "Send a notification to a user",
        errors: [.payloadTooLarge])
    public static let validateNotification = Endpoint<NotificationRequest, NotificationPreview>(
        "validateNotification", .post, "/v1/notifications/validate", agentsAndAdmins,
        "Preview the payloads and the number of devices; nothing is stored", errors: [.payloadTooLarge])
    public static let notificationHistory = Endpoint<EmptyBody, Page<UserNotification>>(
        "notificationHistory", .get, "/v1/notifications/history", allRoles,
        "List the user's notifications, newest first; an admin may name another `user`")
    public static let getNotification = Endpoint<EmptyBody, NotificationTimeline>(
        "getNotification", .get, "/v1/notifications/{id}", allRoles,
        "Get one notification with its timeline and the state of its deliveries")
    public static let readNotifications = Endpoint<ReadRequest, ReadResult>(
        "readNotifications", .post, "/v1/notifications/read", devices, "Mark all or selected notifications as read")
    public static let readNotification = Endpoint<EmptyBody, EmptyBody>(
        "readNotification", .post, "/v1/notifications/{id}/read", devices, "Mark a notification as read")
    public static let sendReceipt = Endpoint<Receipt, EmptyBody>(
        "sendReceipt", .post, "/v1/receipts", agentsAndDevices,
        "Report that a notification was shown or opened, or that an agent applied an answer", errors: [.notFound])

    // MARK: Schedules

    public static let createSchedule = Endpoint<ScheduleRequest, Schedule>(
        "createSchedule", .post, "/v1/notifications/schedule", allRoles, "Schedule a notification, once or repeatedly",
        errors: [.payloadTooLarge, .scheduleInPast], bodyLimit: APILimits.audienceBody)
    public static let listSchedules = Endpoint<EmptyBody, Page<Schedule>>(
        "listSchedules", .get, "/v1/notifications/scheduled", allRoles,
        "List the user's schedules, newest first; an admin lists those of all users, or of `user`")
    public static let getSchedule = Endpoint<EmptyBody, Schedule>(
        "getSchedule", .get, "/v1/notifications/schedule/{id}", allRoles, "Get one schedule")
    public static let updateSchedule = Endpoint<ScheduleUpdate, Schedule>(
        "updateSchedule", .patch, "/v1/notifications/schedule/{id}", allRoles,
        "Update a waiting schedule; omitted fields keep their values",
        errors: [.payloadTooLarge, .scheduleInPast, .scheduleChanged, .scheduleEnded], repetition: .forbidden,
        bodyLimit: APILimits.audienceBody)
    public static let cancelSchedule = Endpoint<EmptyBody, Schedule>(
        "cancelSchedule", .delete, "/v1/notifications/schedule/{id}", allRoles, "Cancel a schedule",
        errors: [.scheduleEnded])
    public static let cancelNotification = Endpoint<EmptyBody, Cancellation>(
        "cancelNotification", .delete, "/v1/notifications/{id}", agentsAndAdmins,
        "Cancel a notification and clear it from devices, or cancel the schedule with this id",
        errors: [.invalidRequest, .scheduleEnded])
    public static let snoozeNotification = Endpoint<SnoozeRequest, UserNotification>(
        "snoozeNotification", .post, "/v1/notifications/{id}/snooze", devices,
        "Clear a notification and show it again later", errors: [.askAlreadyAnswered, .askExpired, .askWithdrawn])

    // MARK: Campaigns

    public static let createCampaign = Endpoint<CampaignRequest, Campaign>(
        "createCampaign", .post, "/v1/campaigns", admins,
        "Send a notification to many users: a list, the subscribers of a topic, or everyone",
        errors: [.payloadTooLarge], bodyLimit: APILimits.audienceBody)
    public static let listCampaigns = Endpoint<EmptyBody, Page<Campaign>>(
        "listCampaigns", .get, "/v1/campaigns", admins, "List all campaigns, newest first")
    public static let getCampaign = Endpoint<EmptyBody, Campaign>(
        "getCampaign", .get, "/v1/campaigns/{id}", admins, "Get one campaign with its progress")
    public static let stopCampaign = Endpoint<EmptyBody, Campaign>(
        "stopCampaign", .delete, "/v1/campaigns/{id}", admins, "Stop a campaign and cancel its unsent notifications")

    // MARK: Topics

    public static let listTopics = Endpoint<EmptyBody, Page<Topic>>(
        "listTopics", .get, "/v1/topics", devicesAndAdmins,
        "List the user's topics by id; an admin lists all topics, or those of `user`")
    public static let listSubscribers = Endpoint<EmptyBody, Page<Subscriber>>(
        "listSubscribers", .get, "/v1/topics/{id}/subscribers", admins, "List a topic's subscribers by id")
    public static let subscribe = Endpoint<SubscriptionRequest, SubscriptionResult>(
        "subscribe", .post, "/v1/topics/{id}/subscribers", devicesAndAdmins,
        "Subscribe the key's user to a topic; an admin may name `users`")
    public static let unsubscribe = Endpoint<EmptyBody, EmptyBody>(
        "unsubscribe", .delete, "/v1/topics/{id}/subscribers/{user}", devicesAndAdmins, "End a user's subscription")

    // MARK: Items

    public static let putItem = Endpoint<ItemRequest, Item>(
        "putItem", .post, "/v1/items", admins, "Create an item, or replace the one with the same id")
    public static let listItems = Endpoint<EmptyBody, Page<Item>>(
        "listItems", .get, "/v1/items", devicesAndAdmins,
        "List items by id, starting after `after`; a device lists the items that its user subscribes to")
    public static let itemChanges = Endpoint<EmptyBody, ItemChanges>(
        "itemChanges", .get, "/v1/items/changes", devicesAndAdmins,
        "List the changes of the user's items since the cursor `since`; an admin may name another `user`",
        errors: [.cursorTooOld])
    public static let getItem = Endpoint<EmptyBody, Item>(
        "getItem", .get, "/v1/items/{id}", devicesAndAdmins, "Get one item")
    public static let updateItem = Endpoint<ItemUpdate, Item>(
        "updateItem", .patch, "/v1/items/{id}", admins, "Update the fields in the body, or reopen the item")
    public static let deleteItem = Endpoint<EmptyBody, EmptyBody>(
        "deleteItem", .delete, "/v1/items/{id}", admins,
        "Delete an item with its notifications, reminders and subscribers")
    public static let subscribeToItem = Endpoint<SubscriptionRequest, SubscriptionResult>(
        "subscribeToItem", .post, "/v1/items/{id}/subscribers", admins, "Subscribe users to an item")
    public static let notifyOfItem = Endpoint<ItemNotificationRequest, Campaign>(
        "notifyOfItem", .post, "/v1/items/{id}/notify", admins,
        "Notify an item's subscribers and make their apps fetch it")
    public static let remindOfItem = Endpoint<ItemReminderRequest, Schedule>(
        "remindOfItem", .post, "/v1/items/{id}/remind", admins, "Remind an item's subscribers, now or later")
    public static let completeItem = Endpoint<EmptyBody, Item>(
        "completeItem", .post, "/v1/items/{id}/complete", devicesAndAdmins,
        "Complete an item: clears its notifications, cancels its reminders and stops its campaigns")
    public static let snoozeItem = Endpoint<SnoozeRequest, Schedule>(
        "snoozeItem", .post, "/v1/items/{id}/snooze", devices, "Clear an item's notifications and remind the user later"
    )

    // MARK: Messages

    public static let sendMessage = Endpoint<MessageRequest, Message>(
        "sendMessage", .post, "/v1/messages", admins, "Send a message to a user, who can reply from the notification")
    public static let replyToMessage = Endpoint<MessageReply, Message>(
        "replyToMessage", .post, "/v1/messages/reply", devices, "Reply to the sender of a message",
        errors: [.notFound])
    public static let listMessages = Endpoint<EmptyBody, Page<Message>>(
        "listMessages", .get, "/v1/messages", devicesAndAdmins,
        "List the user's messages, newest first; `conversation` selects one conversation, `after` lists newer messages, oldest first; an admin may name another `user`",
        errors: [.cursorTooOld])

    // MARK: Preferences

    public static let getPreferences = Endpoint<EmptyBody, NotificationPreferences>(
        "getPreferences", .get, "/v1/users/notification-preferences", devicesAndAdmins,
        "Get the user's notification preferences; an admin may name another `user`")
    public static let putPreferences = Endpoint<NotificationPreferences, NotificationPreferences>(
        "putPreferences", .put, "/v1/users/notification-preferences", devicesAndAdmins,
        "Replace the user's notification preferences; an admin may name another `user`")

    // MARK: Devices, pairings and users

    public static let registerDevice = Endpoint<DeviceRegistration, RegisteredDevice>(
        "registerDevice", .post, "/v1/devices/register", .everyone,
        "Register a device with a pairing code, or update its registration with its key; an admin needs no code",
        errors: [.forbidden, .pairingCodeInvalid, .keyStorageNotAllowed], repetition: .forbidden)
    public static let importDevices = Endpoint<DeviceImport, ImportedDevices>(
        "importDevices", .post, "/v1/devices/import", admins,
        "Import the tokens of many devices, which cannot answer asks")
    public static let listDevices = Endpoint<EmptyBody, Page<DeviceSummary>>(
        "listDevices", .get, "/v1/devices", allRoles, "List the user's devices; an admin may name another `user`")
    public static let getDevice = Endpoint<EmptyBody, DeviceSummary>(
        "getDevice", .get, "/v1/devices/{id}", allRoles, "Get one device")
    public static let updateDevice = Endpoint<DeviceUpdate, DeviceSummary>(
        "updateDevice", .patch, "/v1/devices/{id}", devicesAndAdmins, "Rename a device")
    public static let removeDevice = Endpoint<EmptyBody, EmptyBody>(
        "removeDevice", .delete, "/v1/devices/{id}", devicesAndAdmins, "Remove a device and revoke its key")
    public static let createPairing = Endpoint<PairingRequest, Pairing>(
        "createPairing", .post, "/v1/pairings", admins, "Create a pairing code for a new device",
        repetition: .forbidden)
    public static let getPairing = Endpoint<EmptyBody, PairingStatus>(
        "getPairing", .get, "/v1/pairings/{id}", admins,
        "Get a pairing's status and device; only for the key that created the pairing code")
    public static let webPush = Endpoint<EmptyBody, WebPushParameters>(
        "webPush", .get, "/v1/web-push", .everyone, "Get the key with which a browser subscribes to pushes")
    public static let listUsers = Endpoint<EmptyBody, Page<UserSummary>>(
        "listUsers", .get, "/v1/users", admins, "List the users with a key or a device, by name, starting after `after`"
    )

    // MARK: Sessions and Live Activities

    public static let startSession = Endpoint<SessionRequest, AgentSession>(
        "startSession", .post, "/v1/sessions", agents, "Start or resume a session")
    public static let updateSession = Endpoint<SessionUpdate, AgentSession>(
        "updateSession", .patch, "/v1/sessions/{id}", agents, "Report a session's status, operation or progress")
    public static let listSessions = Endpoint<EmptyBody, Page<AgentSession>>(
        "listSessions", .get, "/v1/sessions", agentsAndDevices, "List the user's sessions, latest first")
    public static let getSession = Endpoint<EmptyBody, SessionDetail>(
        "getSession", .get, "/v1/sessions/{id}", agentsAndDevices, "Get one session and its Live Activities")
    public static let reportLiveActivity = Endpoint<LiveActivityReport, LiveActivitySummary>(
        "reportLiveActivity", .post, "/v1/sessions/{id}/live-activity", devices,
        "Report the update token or the end of the device's Live Activity for a session")
    public static let putPushToStart = Endpoint<PushToStartRequest, EmptyBody>(
        "putPushToStart", .put, "/v1/devices/{id}/push-to-start", devices,
        "Set the device's push-to-start token for Live Activities")
    public static let removePushToStart = Endpoint<EmptyBody, EmptyBody>(
        "removePushToStart", .delete, "/v1/devices/{id}/push-to-start", devicesAndAdmins,
        "Delete the device's push-to-start token; no more Live Activities are started")
    public static let events = Endpoint<EmptyBody, ServerEvent>(
        "events", .get, "/v1/events", agentsAndDevices, "Receive events over a WebSocket",
        errors: [.invalidRequest])

    // MARK: Channels

    private static let gatewayErrors: [APIErrorCode] = [.gatewayRefused, .gatewayUnavailable]

    public static let createChannel = Endpoint<ChannelRequest, BroadcastChannel>(
        "createChannel", .post, "/v1/channels", admins, "Create a broadcast channel for Live Activities",
        errors: gatewayErrors, repetition: .forbidden)
    public static let listChannels = Endpoint<EmptyBody, Page<BroadcastChannel>>(
        "listChannels", .get, "/v1/channels", admins, "List the channels of one `app` in one `environment`",
        errors: gatewayErrors)
    public static let getChannel = Endpoint<EmptyBody, BroadcastChannel>(
        "getChannel", .get, "/v1/channels/{id}", admins, "Get one channel of an `app` in an `environment`",
        errors: gatewayErrors)
    public static let deleteChannel = Endpoint<EmptyBody, EmptyBody>(
        "deleteChannel", .delete, "/v1/channels/{id}", admins,
        "Permanently delete a channel of an `app` in an `environment`", errors: gatewayErrors)
    public static let publishBroadcast = Endpoint<BroadcastRequest, PublishedBroadcast>(
        "publishBroadcast", .post, "/v1/channels/{id}/publish", admins,
        "Publish an update to every device that follows a channel", errors: gatewayErrors)

    // MARK: Keys

    public static let createKey = Endpoint<KeyRequest, CreatedKey>(
        "createKey", .post, "/v1/keys", admins, "Create a key; it is shown only in this response",
        repetition: .forbidden)
    public static let listKeys = Endpoint<EmptyBody, Page<KeyRecord>>(
        "listKeys", .get, "/v1/keys", admins, "List all keys, without their secrets")
    public static let getCurrentKey = Endpoint<EmptyBody, KeyRecord>(
        "getCurrentKey", .get, "/v1/keys/current", allRoles, "Get the key of this request, with its role and user")
    public static let revokeKey = Endpoint<EmptyBody, EmptyBody>(
        "revokeKey", .delete, "/v1/keys/{id}", admins, "Revoke a key")

    // MARK: Console

    public static let createConsoleLink = Endpoint<ConsoleLinkRequest, ConsoleLink>(
        "createConsoleLink", .post, "/v1/console/links", admins, "Create a link that logs a browser in once",
        repetition: .forbidden)
    public static let logIn = Endpoint<ConsoleLoginRequest, ConsoleSession>(
        "logIn", .post, "/v1/console/login", .everyone, "Log a browser in with the code of a link",
        repetition: .forbidden)
    public static let listConsoleSessions = Endpoint<EmptyBody, Page<ConsoleSession>>(
        "listConsoleSessions", .get, "/v1/console/sessions", devicesAndAdmins, "List the user's logins, latest first")
    public static let endConsoleSession = Endpoint<EmptyBody, EmptyBody>(
        "endConsoleSession", .delete, "/v1/console/sessions/{id}", devicesAndAdmins,
        "Log a browser of the user out; `current` is the caller's")
    public static let bindConsoleDevice = Endpoint<ConsoleDeviceBinding, EmptyBody>(
        "bindConsoleDevice", .put, "/v1/console/device", devicesAndAdmins,
        "Prove that the logged-in browser holds the key of a device", errors: [.notFound, .signatureInvalid])

    // MARK: Operations

    public static let health = Endpoint<EmptyBody, Health>(
        "health", .get, "/healthz", .everyone, "Check that the process is running")
    public static let readiness = Endpoint<EmptyBody, Health>(
        "readiness", .get, "/readyz", .everyone, "Check that the database accepts writes")
    public static let metrics = Endpoint<EmptyBody, EmptyBody>(
        "metrics", .get, "/metrics", .everyone, "Get metrics in Prometheus text format")
    public static let diagnose = Endpoint<DiagnosisRequest, Diagnosis>(
        "diagnose", .post, "/v1/diagnosis", admins,
        "Diagnose the server: queue, devices, and each gateway's response to a push that reaches no device")
    public static let apiDescription = Endpoint<EmptyBody, JSONValue>(
        "apiDescription", .get, "/openapi.json", .everyone, "Get this API as an OpenAPI 3.1 document")
    public static let apiPage = Endpoint<EmptyBody, EmptyBody>(
        "apiPage", .get, "/docs", .everyone, "Get the API reference as an HTML page")
}

extension APIRoute {
    /// Every route of the API.
    public static let all: [APIRoute] = [
        API.registerDevice.route, API.importDevices.route, API.listDevices.route, API.getDevice.route,
        API.updateDevice.route, API.removeDevice.route, API.createPairing.route, API.getPairing.route,
        API.webPush.route, API.listUsers.route,
        API.createAsk.route, API.listAsks.route, API.getAsk.route, API.answerAsk.route, API.withdrawAsk.route,
        API.sendNotification.route, API.validateNotification.route, API.notificationHistory.route,
        API.getNotification.route, API.readNotifications.route, API.readNotification.route, API.sendReceipt.route,
        API.createSchedule.route, API.listSchedules.route, API.getSchedule.route, API.updateSchedule.route,
        API.cancelSchedule.route, API.cancelNotification.route, API.snoozeNotification.route,
        API.createCampaign.route, API.listCampaigns.route, API.getCampaign.route, API.stopCampaign.route,
        API.listTopics.route, API.listSubscribers.route, API.subscribe.route, API.unsubscribe.route,
        API.putItem.route, API.listItems.route, API.itemChanges.route, API.getItem.route, API.updateItem.route,
        API.deleteItem.route, API.subscribeToItem.route, API.notifyOfItem.route, API.remindOfItem.route,
        API.completeItem.route, API.snoozeItem.route,
        API.sendMessage.route, API.replyToMessage.route, API.listMessages.route,
        API.getPreferences.route, API.putPreferences.route,
        API.startSession.route, API.updateSession.route, API.listSessions.route, API.getSession.route,
        API.reportLiveActivity.route, API.putPushToStart.route, API.removePushToStart.route, API.events.route,
        API.createChannel.route, API.listChannels.route, API.getChannel.route, API.deleteChannel.route,
        API.publishBroadcast.route,
        API.createKey.route, API.listKeys.route, API.getCurrentKey.route, API.revokeKey.route,
        API.createConsoleLink.route, API.logIn.route, API.listConsoleSessions.route, API.endConsoleSession.route,
        API.bindConsoleDevice.route,
        API.health.route, API.readiness.route, API.metrics.route, API.diagnose.route, API.apiDescription.route,
        API.apiPage.route,
    ]

    /// `true` for the routes that a device may call before a trusted device has confirmed it, about itself only.
    public var isOpenToWaitingDevices: Bool {
        [
            API.registerDevice.route, API.getDevice.route, API.removeDevice.route, API.getCurrentKey.route,
            API.endConsoleSession.route,
        ].contains(self)
    }
}
