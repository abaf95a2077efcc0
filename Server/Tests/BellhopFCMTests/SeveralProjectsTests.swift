import BellhopModel
import BellhopPush
import BellhopSimulators
import Logging
import Metrics
import Testing

@testable import BellhopFCM

@Suite("Several projects at one gateway for FCM", .timeLimit(.minutes(10)))
struct SeveralProjectsTests {
    private static let other = Result {
        try SimulatedServiceAccount(projectID: "other", email: "bellhop@other.example")
    }

    @Test("The app of a push selects the account, and the account without apps serves all others")
    func routed() async throws {
        try await Google.run { (google) async throws in
            let (first, other) = (try Google.account.get(), try Self.other.get())
            google.fcm.accept(other.account)
            try google.gateway.replaceAccounts(with: [
                try ServiceAccount(json: first.keyFile(tokenURI: google.fcm.tokenURI)),
                try Self.account(other, at: google, apps: ["com.example.other"]),
            ])
            for app in ["com.example.app", "com.example.other"] {
                #expect(try await google.send(Self.push(to: app)).isAccepted, "\(app)")
            }
            #expect(google.fcm.statistics.tokensGiven == 2)
            google.fcm.revoke(other.email)
            google.clock.advance(by: .seconds(60))
            #expect(try await !google.send(Self.push(to: "com.example.other")).isAccepted)
            #expect(try await google.send(Self.push(to: "com.example.app")).isAccepted)
        }
    }

    @Test("A replaced account is used at once, one that stays keeps its token, and an app without one is refused")
    func replaced() async throws {
        try await Google.run { (google) async throws in
            let first = try Google.account.get()
            #expect(try await google.send(.test()).isAccepted)
            let kept = try ServiceAccount(json: first.keyFile(tokenURI: google.fcm.tokenURI))
            try google.gateway.replaceAccounts(with: [kept])
            #expect(try await google.send(.test()).isAccepted)
            #expect(google.fcm.statistics.tokensGiven == 1)

            let other = try Self.other.get()
            google.fcm.accept(other.account)
            google.fcm.revoke(first.email)
            #expect(throws: FCMConfigurationError.repeatedProject("other")) {
                let account = try Self.account(other, at: google, apps: nil)
                try google.gateway.replaceAccounts(with: [account, account])
            }
            try google.gateway.replaceAccounts(with: [
                try Self.account(other, at: google, apps: ["com.example.app"])
            ])
            #expect(try await google.send(.test()).isAccepted)
            let missing = try await google.send(Self.push(to: "com.example.missing"))
            #expect(missing == .rejected("NoCredential", .credentialInvalid))
        }
    }

    private static func account(
        _ account: SimulatedServiceAccount, at google: Google, apps: Set<String>?
    ) throws -> ServiceAccount {
        var account = try ServiceAccount(json: account.keyFile(tokenURI: google.fcm.tokenURI))
        account.apps = apps
        return account
    }

    private static func push(to app: String) throws -> Push {
        let push = try Push.test()
        return Push(
            id: push.id, token: push.token, environment: push.environment, app: app, payload: push.payload,
            urgency: push.urgency, expiration: push.expiration)
    }
}
