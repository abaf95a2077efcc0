/// The contract of ``BellhopStore/Store`` as checks that every store is run through, each with an empty store:
///
/// ```swift
/// @Test("keeps the contract", arguments: StoreConformance.cases)
/// func conforms(_ conformance: ConformanceCase) async throws {
///     try await conformance.check(makeEmptyStore())
/// }
/// ```
public enum StoreConformance {
    public static let cases: [ConformanceCase] =
        acceptCases + historyCases + historyPageCases + badgeCases + readingCases + readingManyCases + takingBackCases
        + snoozeCases + forgettingCases
        + askCases + holdCases + transitionCases + expiryCases
        + claimCases + leaseCases + resultCases + clearingCases + deviceConsequenceCases
        + tokenDoubtCases + registrationCases + renewalCases + nameCases + userCases + lapseCases + removalCases
        + censusCases
        + pairingCases + redemptionCases + trustCases
        + keyCases + sessionCases + liveActivityCases + liveActivityClaimCases + liveActivityChangeCases
        + preferencesCases + idempotencyCases
        + topicCases + campaignCases + campaignStepCases + campaignDeliveryCases
        + scheduleCases + firingCases
        + itemCases + itemSnoozeCases + itemEndingCases + itemTellingCases + itemChangeCases + messageCases
}
