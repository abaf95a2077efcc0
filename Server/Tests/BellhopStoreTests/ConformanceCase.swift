import BellhopStore
import Testing

/// One sentence of the store's contract and its check, which gets an empty store.
///
/// A check that throws only inside macros needs an explicit `async throws`, because the compiler looks for `try` before
/// it expands them (Swift 6.3).
struct ConformanceCase: Sendable, CustomTestStringConvertible {
    let sentence: String
    /// Indicates whether it applies only to a database that one node uses.
    let isForOneNode: Bool
    let check: @Sendable (Store) async throws -> Void

    init(
        _ sentence: String, isForOneNode: Bool = false,
        _ check: @escaping @Sendable (StoreFixture) async throws -> Void
    ) {
        self.sentence = sentence
        self.isForOneNode = isForOneNode
        self.check = { try await check(StoreFixture(store: $0)) }
    }

    var testDescription: String { sentence }
}

extension ConformanceCase {
    /// The contract of ``BellhopStore/Store``, which it must fulfil on every database.
    static let cases: [ConformanceCase] =
        acceptCases + historyCases + historyPageCases + badgeCases + readingCases + readingManyCases + cancellationCases
        + snoozeCases + deletionCases
        + askCases + holdCases + transitionCases + expiryCases
        + claimCases + immediateClaimCases + leaseCases + resultCases + clearingCases + deviceEffectCases
        + tokenDoubtCases + registrationCases + renewalCases + nameCases + userCases + inactivationCases + removalCases
        + deviceCountCases
        + pairingCases + redemptionCases + trustCases
        + keyCases + consoleSessionCases + sessionCases + liveActivityCases + liveActivityClaimCases
        + liveActivityChangeCases
        + preferencesCases + idempotencyCases
        + topicCases + campaignCases + campaignStepCases + campaignDeliveryCases + broadcastCases + broadcastClaimCases
        + scheduleCases + firingCases
        + itemCases + itemSnoozeCases + itemEndingCases + itemNotificationCases + itemChangeCases + messageCases
}
