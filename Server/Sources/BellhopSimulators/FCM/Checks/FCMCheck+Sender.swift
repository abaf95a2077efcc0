/// The rules about who asks (Firebase, *Authorize send requests*).
extension FCMCheck {
    static func method(_ inspection: FCMInspection) -> FCMRefusal? {
        inspection.request.method == "POST" ? nil : .wrongMethod
    }

    static func authenticated(_ inspection: FCMInspection) -> FCMRefusal? {
        inspection.grant == nil ? .unauthenticated : nil
    }

    static func permitted(_ inspection: FCMInspection) -> FCMRefusal? {
        guard let account = inspection.grant?.account else { return nil }
        return account.maySend && account.projectID == inspection.project ? nil : .permissionDenied
    }
}
