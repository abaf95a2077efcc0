public import BellhopStore
public import Testing

/// The contract of ``BellhopStore/Store`` as checks. Every store must pass each of them with an empty store:
///
/// ```swift
/// @Test("conforms to the contract", arguments: StoreConformance.cases)
/// func conforms(_ conformance: ConformanceCase) async throws {
///     try await conformance.check(makeEmptyStore())
/// }
/// ```
public enum StoreConformance {
    public static let cases: [ConformanceCase] =
        acceptCases + historyCases + historyPageCases + badgeCases + readingCases + readingManyCases + cancellationCases
        + snoozeCases + deletionCases
        + askCases + holdCases + transitionCases + expiryCases
        + claimCases + leaseCases + resultCases + clearingCases + deviceEffectCases
        + tokenDoubtCases + registrationCases + renewalCases + nameCases + userCases + inactivationCases + removalCases
        + deviceCountCases
        + pairingCases + redemptionCases + trustCases
        + keyCases + sessionCases + liveActivityCases + liveActivityClaimCases + liveActivityChangeCases
        + preferencesCases + idempotencyCases
        + topicCases + campaignCases + campaignStepCases + campaignDeliveryCases
        + scheduleCases + firingCases
        + itemCases + itemSnoozeCases + itemEndingCases + itemNotificationCases + itemChangeCases + messageCases
}

/// One sentence of the store's contract and its check, which gets an empty store.
///
/// A check that throws only inside macros needs an explicit `async throws`, because the compiler looks for `try` before
/// it expands them (Swift 6.3).
public struct ConformanceCase: Sendable, CustomTestStringConvertible {
    public let sentence: String
    public let check: @Sendable (any Store) async throws -> Void

    init(_ sentence: String, _ check: @escaping @Sendable (StoreFixture) async throws -> Void) {
        self.sentence = sentence
        self.check = { try await check(StoreFixture(store: $0)) }
    }

    public var testDescription: String { sentence }
}
