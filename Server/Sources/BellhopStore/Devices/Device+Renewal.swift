public import BellhopModel

extension Device {
    /// Whether `registration`, which has the same id, comes from the installation that was paired.
    ///
    /// One that was removed is out until it is paired again, also when its key was still good a moment ago. Owner and
    /// signing key change by pairing only.
    public func isRenewed(by registration: Device) -> Bool {
        inactivation?.cause != .removed && userID == registration.userID && publicKey == registration.publicKey
    }

    /// Whether `newcomer`, which has the token of this device, takes its place. A device that never answers does not take
    /// the place of one that was paired and may still answer.
    public func yields(to newcomer: Device) -> Bool { newcomer.canAnswer || !canAnswer || inactivation?.cause == .removed }
}
