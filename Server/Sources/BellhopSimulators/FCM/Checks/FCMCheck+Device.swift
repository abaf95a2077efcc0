/// The rules about the registration token (FCM, *Manage registration tokens*). Messages to topics have none.
extension FCMCheck {
    /// Tokens are opaque; those that were ever seen are of these characters.
    static func tokenForm(_ inspection: FCMInspection) -> FCMRefusal? {
        guard let token = inspection.token else { return nil }
        let isForm =
            (1...1024).contains(token.utf8.count)
            && token.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":")].contains(byte)
            }
        let isKnown = inspection.policy == .acceptAnyToken || inspection.device(token) != nil
        return isForm && isKnown ? nil : .invalidToken
    }

    static func tokenProject(_ inspection: FCMInspection) -> FCMRefusal? {
        guard let device = inspection.token.flatMap(inspection.device) else { return nil }
        return device.projectID == inspection.project ? nil : .senderIDMismatch
    }

    static func tokenActive(_ inspection: FCMInspection) -> FCMRefusal? {
        guard let device = inspection.token.flatMap(inspection.device) else { return nil }
        return device.state == .active ? nil : .unregistered
    }
}
