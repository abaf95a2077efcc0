public import BellhopModel

/// An answer whose signature has been checked against the key of a known device.
///
/// Only ``AnswerVerification`` makes one, so whoever holds one need not ask whether it was checked.
public struct VerifiedAnswer: Hashable, Sendable {
    public let askID: AskID
    /// What was answered, by its digest.
    public let inputDigest: String
    public let answer: Answer
    public let deviceID: DeviceID
    public let deviceName: String

    init(askID: AskID, inputDigest: String, answer: Answer, deviceID: DeviceID, deviceName: String) {
        self.askID = askID
        self.inputDigest = inputDigest
        self.answer = answer
        self.deviceID = deviceID
        self.deviceName = deviceName
    }
}
