extension APNsCheck {
    static func method(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.method == "POST" ? nil : .methodNotAllowed
    }

    static func path(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.target == .elsewhere ? .badPath : nil
    }

    static func deviceTokenPresent(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.target == .noDevice ? .missingDeviceToken : nil
    }

    static func repeatedFields(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.repeatedField == nil ? nil : .duplicateHeaders
    }
}
