import BellhopModel

/// The rules of Apple's "Establishing a token-based connection to APNs".
extension APNsCheck {
    static func credentialPresent(_ inspection: APNsInspection) -> APNsRefusal? {
        if case .missing = inspection.credential { .missingProviderToken } else { nil }
    }

    static func credentialValid(_ inspection: APNsInspection) -> APNsRefusal? {
        if case .invalid = inspection.credential { .invalidProviderToken } else { nil }
    }

    static func credentialFresh(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let token = inspection.token else { return nil }
        if inspection.now - token.issuedAt > ProviderToken.validity { return .expiredProviderToken }
        // Apple names no reason for a token from the future. It has not expired, so it is invalid.
        return token.issuedAt - inspection.now > ProviderToken.validity ? .invalidProviderToken : nil
    }

    static func keyEnvironment(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let key = inspection.token?.key else { return nil }
        return key.environments.contains(inspection.environment) ? nil : .badEnvironmentKeyID
    }

    static func keyRelated(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let key = inspection.token?.key, let first = inspection.ledger.firstKey else { return nil }
        return first.isRelated(to: key) ? nil : .unrelatedKeyID
    }

    static func credentialUpdates(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let token = inspection.token else { return nil }
        let tooSoon = inspection.ledger.isTooSoon(
            token, authorization: inspection.request.authorization, now: inspection.now)
        return tooSoon ? .tooManyProviderTokenUpdates : nil
    }
}
