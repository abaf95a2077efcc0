import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("Asks over HTTP")
struct AskAPITests {
    @Test("An ask is created, read and answered, and the waiting agent gets the answer at once")
    func journey() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let created = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
            #expect(created.status == 201)
            let ask: Ask = try created.decode()
            #expect(ask.state == .pending)
            #expect(ask.deadline == TestServer.start + .seconds(120))

            async let waited = server.send("GET", "/v1/asks/\(ask.id)?wait=55", key: server.agent)
            let answered = try await server.send(
                "POST", "/v1/asks/\(ask.id)/answer", key: phone.key, json: phone.answer(.approve, to: ask))
            #expect(answered.status == 200)
            let told: Ask = try await waited.decode()
            #expect(told.state == .approved)
            #expect(told.resolution?.answer?.deviceID == phone.id)
            #expect(told == (try answered.decode(Ask.self)))
        }
    }

    @Test("The nonce is returned with the ask to agent and device, and the signed digest must include it")
    func nonce() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let request = AskRequest.sample().bound(to: "0123456789abcdef")
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: request).decode()
            #expect(ask.request == request.content)
            let path = "/v1/asks/\(ask.id)"
            let seen: Ask = try await server.send("GET", path, key: phone.key).decode()
            #expect(seen.request == request.content)
            let plain = AskRequest.digest(request.content.input)
            let old = try await server.send(
                "POST", path + "/answer", key: phone.key, json: phone.answer(.approve, to: ask, inputDigest: plain))
            #expect(old.error == "input_digest_mismatch")
            let answered: Ask = try await server.send(
                "POST", path + "/answer", key: phone.key, json: phone.answer(.approve, to: ask)
            ).decode()
            #expect(answered.state == .approved && answered.request.nonce == "0123456789abcdef")
        }
    }

    @Test("A repeated answer gets the same receipt; a different answer is refused with the first device's name")
    func secondAnswers() async throws {
        try await TestServer.run { server in
            let first = try await TestDevice.pair(with: server, token: "aa", name: "Anna's iPhone")
            let second = try await TestDevice.pair(with: server, token: "bb", name: "iPad")
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            let path = "/v1/asks/\(ask.id)/answer"
            let receipt: Ask = try await server.send(
                "POST", path, key: first.key, json: first.answer(.approve, to: ask)
            ).decode()
            let again = try await server.send("POST", path, key: first.key, json: first.answer(.approve, to: ask))
            #expect(again.status == 200)
            #expect(try again.decode(Ask.self) == receipt)
            let other = try await server.send(
                "POST", path, key: second.key, json: second.answer(.deny(message: nil), to: ask))
            #expect(other.status == 409)
            let error: APIError = try other.decode()
            #expect(error.code == .askAlreadyAnswered)
            #expect(error.message.contains("Anna's iPhone"))
            #expect(error.resolution?.answer?.deviceName == "Anna's iPhone")
        }
    }

    @Test("An offered rule can be remembered, any other is refused, and the waiting agent gets the remembered rule")
    func remembered() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let rules = [
                PermissionRule(text: "Bash(npm test:*)", scope: .session),
                PermissionRule(text: "Bash(npm test)", scope: .project),
            ]
            let ask: Ask = try await server.send(
                "POST", "/v1/asks", key: server.agent, json: AskRequest.sample(rules: rules)
            ).decode()
            #expect(ask.request.rules == rules)
            let path = "/v1/asks/\(ask.id)/answer"
            let other = try await server.send(
                "POST", path, key: phone.key,
                json: phone.answer(.approveAndRemember([PermissionRule(text: "Bash(*)", scope: .session)]), to: ask))
            #expect(other.status == 422)
            #expect(other.error == "answer_does_not_fit")
            let answer = Answer.approveAndRemember([rules[1]])
            let taken = try await server.send("POST", path, key: phone.key, json: phone.answer(answer, to: ask))
            #expect(taken.status == 200)
            let told: Ask = try await server.send("GET", "/v1/asks/\(ask.id)", key: server.agent).decode()
            #expect(told.state == .approved)
            #expect(told.resolution?.answer?.answer == answer)
        }
    }

    @Test("A signed denial cannot become a stop, nor a signed approval a remembered rule")
    func widened() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let rule = PermissionRule(text: "Bash(npm test:*)", scope: .session)
            let ask: Ask = try await server.send(
                "POST", "/v1/asks", key: server.agent, json: AskRequest.sample(rules: [rule])
            ).decode()
            let changes: [(Answer, Answer)] = [
                (.approve, .approveAndRemember([rule])), (.deny(message: nil), .deny(message: nil, interrupt: true)),
            ]
            for (signed, sent) in changes {
                var request = try phone.answer(signed, to: ask)
                request.answer = sent
                let refused = try await server.send(
                    "POST", "/v1/asks/\(ask.id)/answer", key: phone.key, json: request)
                #expect(refused.error == "signature_invalid")
            }
            let stop = Answer.deny(message: "Use pnpm", interrupt: true)
            let told: Ask = try await server.send(
                "POST", "/v1/asks/\(ask.id)/answer", key: phone.key, json: phone.answer(stop, to: ask)
            ).decode()
            #expect(told.resolution?.answer?.answer == stop)
        }
    }

    @Test("A hold shorter than the ask's lifetime is accepted, and the ask is listed at once")
    func hold() async throws {
        try await TestServer.run { server in
            let created = try await server.send(
                "POST", "/v1/asks", key: server.agent, json: AskRequest.sample(hold: 20))
            #expect(created.status == 201)
            let list: Page<Ask> = try await server.send("GET", "/v1/asks?state=pending", key: server.agent).decode()
            #expect(list.items.count == 1)
            let refused = try await server.send(
                "POST", "/v1/asks", key: server.agent, json: AskRequest.sample(expiresIn: 20, hold: 20))
            let error: APIError = try refused.decode()
            #expect(error.code == .invalidRequest)
            #expect(error.message.hasPrefix("hold:"))
        }
    }

    @Test("The pages of asks contain each ask once")
    func pages() async throws {
        try await TestServer.run { server in
            var ids: [AskID] = []
            for _ in 0..<5 {
                let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                    .decode()
                ids.append(ask.id)
            }
            var found: [AskID] = []
            var path = "/v1/asks?state=pending&limit=2"
            while true {
                let page: Page<Ask> = try await server.send("GET", path, key: server.agent).decode()
                guard let last = page.items.last else { break }
                found += page.items.map(\.id)
                path = "/v1/asks?state=pending&limit=2&before=\(last.id)"
            }
            #expect(found.count == ids.count && Set(found) == Set(ids))
            let wrong = try await server.send("GET", "/v1/asks?before=1", key: server.agent)
            #expect(wrong.status == 400)
        }
    }

    @Test("An answer at the deadline is refused")
    func late() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            server.time.advance(to: ask.deadline)
            let late = try await server.send(
                "POST", "/v1/asks/\(ask.id)/answer", key: phone.key, json: phone.answer(.approve, to: ask))
            #expect(late.status == 410)
            #expect(late.error == "ask_expired")
        }
    }

    @Test("A withdrawn ask cannot be answered")
    func withdrawn() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            let gone = try await server.send(
                "DELETE", "/v1/asks/\(ask.id)?reason=answered_in_terminal", key: server.agent)
            #expect(try gone.decode(Ask.self).state == .withdrawn)
            let late = try await server.send(
                "POST", "/v1/asks/\(ask.id)/answer", key: phone.key, json: phone.answer(.approve, to: ask))
            #expect(late.status == 410)
            #expect(late.error == "ask_withdrawn")
        }
    }

    @Test("Answers of agents, admins, unauthenticated callers and other users, or with a wrong signature, are refused")
    func refusals() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let stranger = try await TestDevice.pair(with: server, user: "grace", token: "cc")
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            let path = "/v1/asks/\(ask.id)/answer"
            let good = try phone.answer(.approve, to: ask)

            #expect(try await server.send("POST", path, key: nil, json: good).status == 401)
            #expect(try await server.send("POST", path, key: Secret("bh_device_nonsense"), json: good).status == 401)
            #expect(try await server.send("POST", path, key: server.agent, json: good).status == 403)
            #expect(try await server.send("POST", path, key: server.admin, json: good).status == 403)
            let foreign = try await server.send(
                "POST", path, key: stranger.key, json: stranger.answer(.approve, to: ask))
            #expect(foreign.status == 403)
            #expect(foreign.error == "forbidden")
            #expect(try await server.send("GET", "/v1/asks/\(ask.id)", key: stranger.key).status == 403)

            var forged = good
            forged.answer = .deny(message: nil)
            let unsigned = try await server.send("POST", path, key: phone.key, json: forged)
            #expect(unsigned.status == 403)
            #expect(unsigned.error == "signature_invalid")

            let aboutSomethingElse = try phone.answer(.approve, to: ask, inputDigest: String(repeating: "0", count: 64))
            let differing = try await server.send("POST", path, key: phone.key, json: aboutSomethingElse)
            #expect(differing.status == 422)
            #expect(differing.error == "input_digest_mismatch")

            let still: Ask = try await server.send("GET", "/v1/asks/\(ask.id)", key: server.agent).decode()
            #expect(still.state == .pending)
        }
    }

    @Test("A revoked key is refused from the next request on")
    func revoked() async throws {
        try await TestServer.run { server in
            let created: CreatedKey = try await server.send(
                "POST", "/v1/keys", key: server.admin, json: KeyRequest(role: .agent, label: "laptop")
            ).decode()
            #expect(try await server.send("GET", "/v1/asks", key: created.key).status == 200)
            #expect(try await server.send("DELETE", "/v1/keys/\(created.record.id)", key: server.admin).status == 204)
            let refused = try await server.send("GET", "/v1/asks", key: created.key)
            #expect(refused.status == 401)
            #expect(refused.headers["www-authenticate"] == "Bearer")
        }
    }

    @Test("The same idempotency key returns the same ask; another body under it is refused")
    func idempotency() async throws {
        try await TestServer.run { server in
            let once = ["idempotency-key": "prompt-1"]
            let first = try await server.send(
                "POST", "/v1/asks", key: server.agent, json: AskRequest.sample(), headers: once)
            let second = try await server.send(
                "POST", "/v1/asks", key: server.agent, json: AskRequest.sample(), headers: once)
            #expect(second.status == 201)
            #expect(second.headers["idempotency-replayed"] == "true")
            #expect(first.body == second.body)
            let other = try await server.send(
                "POST", "/v1/asks", key: server.agent, json: AskRequest.sample(expiresIn: 60), headers: once)
            #expect(other.status == 422)
            #expect(other.error == "idempotency_key_reused")
            let list: Page<Ask> = try await server.send("GET", "/v1/asks?state=pending", key: server.agent).decode()
            #expect(list.items.count == 1)
        }
    }

    @Test("Forty simultaneous requests with one idempotency key create one ask")
    func idempotencyRace() async throws {
        try await TestServer.run { server in
            let bodies = try await withThrowingTaskGroup(of: TestServer.Answered.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await server.send(
                            "POST", "/v1/asks", key: server.agent, json: AskRequest.sample(),
                            headers: ["idempotency-key": "same"])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(bodies.allSatisfy { $0.status == 201 })
            #expect(Set(bodies.map(\.body)).count == 1)
        }
    }
}
