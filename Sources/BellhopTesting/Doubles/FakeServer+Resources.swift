import BellhopKit
public import BellhopModel

extension FakeServer {
    func answer(_ request: APIRequest, by device: Device) throws -> APIResponse {
        if request.headers["idempotency-key"]?.isEmpty != false { complain("\(request) can be done twice") }
        let ask = try ownAsk(in: request, of: device)
        let body = try CanonicalJSON.decode(AnswerRequest.self, from: request.body)
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: body.inputDigest, deadline: ask.deadline, deviceID: device.id,
            answer: body.answer)
        let signature = FakeDeviceKey.signature(of: Array(try statement.text.utf8), by: device.publicKey)
        guard body.signature == Base64.encode(signature) else { throw APIError(.signatureInvalid) }
        let signed = SignedAnswer(
            answer: body.answer, deviceID: device.id, deviceName: device.name, signature: body.signature)
        switch AskStateMachine.transition(of: .answered(signed, inputDigest: body.inputDigest), for: ask, at: now) {
        case .resolve(let resolution):
            transitions[ask.id, default: 0] += 1
            asks[ask.id]?.resolution = resolution
        case .unchanged: break
        case .refuse(.answeredDifferently(let resolution)): throw APIError(.askAlreadyAnswered, resolution: resolution)
        case .refuse(.expired): throw APIError(.askExpired)
        case .refuse(.withdrawn(let resolution)): throw APIError(.askWithdrawn, resolution: resolution)
        case .refuse(.inputDiffers): throw APIError(.inputDigestMismatch)
        case .refuse(.answerDoesNotFit(let why)): throw APIError(.answerDoesNotFit, why)
        case .refuse(.notDue): throw APIError(.internalError)
        }
        guard let resolved = asks[ask.id] else { throw APIError(.notFound) }
        return .json(resolved)
    }
}

extension FakeServer {
    func register(_ request: APIRequest) throws -> APIResponse {
        let body = try CanonicalJSON.decode(DeviceRegistration.self, from: request.body)
        guard let token = body.token else { throw APIError(.invalidRequest, "token: this field is missing.") }
        let publicKey = body.publicKey.flatMap { Base64.decode($0) } ?? []
        if publicKey.count != 65 { complain("a public key of \(publicKey.count) bytes") }
        lastNumber += 1
        let id: DeviceID
        let user: UserID
        var newKey: String?
        if let code = body.pairingCode {
            if request.headers["authorization"] != nil { complain("a pairing code with another server's key") }
            guard let owner = codes.removeValue(forKey: code) else { throw APIError(.pairingCodeInvalid) }
            let former = devices.values.first { $0.device.token == token }?.device.id
            (id, user) = (former ?? DeviceID(high: 1, low: lastNumber), owner)
            newKey = "key-\(lastNumber)"
        } else {
            let device = try caller(of: request)
            guard device.publicKey == publicKey else { throw APIError(.forbidden) }
            (id, user) = (device.id, device.userID)
        }
        let device = Device(
            id: id, userID: user, name: body.name ?? "", platform: body.platform, token: token,
            environment: body.environment, app: body.app ?? "", appVersion: body.appVersion, locale: body.locale,
            timeZone: body.timeZone, publicKey: publicKey, keyStorage: body.keyStorage, trust: trust,
            registeredAt: clock.now)
        devices[id] = Paired(device: device, key: newKey ?? devices[id]?.key ?? "")
        return .json(RegisteredDevice(device: DeviceSummary(device), key: newKey.map { Secret($0) }))
    }
}

extension FakeServer {
    /// Records a change of an item, which the next request for changes returns.
    public func add(_ change: ItemChanges.Change) { itemChanges.append(change) }

    /// Deletes the recorded deletions: a client with an old cursor must start again.
    public func forgetChanges() { forgottenChanges = itemChanges.count }

    /// - Returns: `nil` for a route that is not about items or messages.
    func items(_ request: APIRequest) throws -> APIResponse? {
        if matches(API.itemChanges, request.path), request.method == .get { return .json(try changes(request.path)) }
        if matches(API.getItem, request.path), request.method == .get {
            guard let item = TopicID(parts(request.path)[2]).flatMap({ items[$0] }) else { throw APIError(.notFound) }
            return .json(item)
        }
        if matches(API.listItems, request.path), request.method == .get {
            return .json(Page(items: items.values.sorted { $0.id.description < $1.id.description }))
        }
        if matches(API.snoozeItem, request.path), request.method == .post {
            guard let id = TopicID(parts(request.path)[2]) else { throw APIError(.notFound) }
            snoozed[id] = try CanonicalJSON.decode(SnoozeRequest.self, from: request.body).minutes
            return APIResponse(status: 204)
        }
        if matches(API.listMessages, request.path), request.method == .get {
            let conversation = parameter("conversation", of: request.path).flatMap { PercentEncoding.decode($0) }
            return .json(
                Page(items: messages.filter { conversation == nil || $0.conversation.description == conversation }))
        }
        if matches(API.completeItem, request.path), request.method == .post {
            let item = parts(request.path)[2]
            if let id = TopicID(item), items[id] != nil {
                items[id]?.completedBy = Fixture.user
                items[id]?.completedAt = clock.now
            }
            // A repeated request succeeds too.
            if !completed.contains(item) { completed.append(item) }
            return .json(
                Item(
                    id: TopicID(item) ?? "item", title: item, completedBy: Fixture.user, completedAt: clock.now,
                    createdAt: clock.now, updatedAt: clock.now))
        }
        if matches(API.replyToMessage, request.path), request.method == .post {
            guard let name = request.headers["idempotency-key"] else {
                complain("\(request) can be done twice")
                throw APIError(.invalidRequest)
            }
            if repliesByName.insert(name).inserted {
                replies.append(try CanonicalJSON.decode(MessageReply.self, from: request.body))
            }
            return APIResponse(status: 201)
        }
        return nil
    }

    private func changes(_ path: String) throws -> ItemChanges {
        guard let cursor = parameter("since", of: path) else {
            let items = lastChanges(since: 0).filter { $0.kind != .deleted }
            return ItemChanges(changes: items, cursor: "\(itemChanges.count)", hasMore: false, isWhole: true)
        }
        guard let since = Int(cursor), (0...itemChanges.count).contains(since) else {
            throw APIError(.invalidRequest, "since: not a cursor of this server")
        }
        if since < forgottenChanges { throw APIError(.cursorTooOld) }
        return ItemChanges(
            changes: lastChanges(since: since), cursor: "\(itemChanges.count)", hasMore: false, isWhole: false)
    }

    /// The last change of each item.
    private func lastChanges(since: Int) -> [ItemChanges.Change] {
        var seen: Set<TopicID> = []
        return itemChanges.dropFirst(since).reversed().filter { seen.insert($0.itemID).inserted }.reversed()
    }
}

extension FakeServer {
    /// - Returns: `nil` for a route that is not about topics.
    func topics(_ request: APIRequest, of device: Device) throws -> APIResponse? {
        if matches(API.listTopics, request.path), request.method == .get {
            let after = parameter("after", of: request.path).flatMap { PercentEncoding.decode($0) }
            let limit = parameter("limit", of: request.path).flatMap { Int($0) } ?? 50
            let page = subscriptions.map(\.description).sorted().drop { name in after.map { name <= $0 } ?? false }
            return .json(
                Page(items: page.prefix(limit).compactMap { TopicID($0).map { Topic(id: $0, subscribers: 1) } }))
        }
        if matches(API.subscribe, request.path), request.method == .post {
            guard let topic = TopicID(parts(request.path)[2]) else { throw APIError(.invalidRequest) }
            let isNew = subscriptions.insert(topic).inserted
            return .json(SubscriptionResult(added: isNew ? 1 : 0, topic: Topic(id: topic, subscribers: 1)))
        }
        if matches(API.unsubscribe, request.path), request.method == .delete {
            guard parts(request.path)[4] == device.userID.description else { throw APIError(.forbidden) }
            if let topic = TopicID(parts(request.path)[2]) { subscriptions.remove(topic) }
            return APIResponse(status: 204)
        }
        return nil
    }
}

extension FakeServer {
    func report(_ request: APIRequest, by device: Device) throws -> APIResponse {
        guard let session = sessions.first(where: { $0.id.description == parts(request.path)[2] }) else {
            throw APIError(.notFound)
        }
        let report = try CanonicalJSON.decode(LiveActivityReport.self, from: request.body)
        if report.state == .active, report.token == nil {
            complain("\(request) reports an active Live Activity without its token")
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
            request.method == .delete
            ? nil : try CanonicalJSON.decode(PushToStartRequest.self, from: request.body).token
        return APIResponse(status: 204)
    }
}
