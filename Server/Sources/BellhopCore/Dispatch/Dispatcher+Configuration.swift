extension Dispatcher {
    /// How the dispatcher works. The defaults suit one server with the usual gateways.
    public struct Configuration: Sendable {
        /// How many deliveries are claimed at once.
        public var claimLimit = 256
        /// How long a claim lasts. A process that dies leaves its claims to the next after that.
        public var lease: Duration = .seconds(60)
        /// No send begins when less than this is left of its lease. Longer than any gateway's request deadline.
        public var sendAllowance: Duration = .seconds(20)
        /// How many sends may be under way through one gateway.
        public var concurrency = 512
        /// The maximum number of deliveries that wait for one gateway; half of it for campaigns.
        public var laneCapacity = 2048
        /// The most results that are stored in one transaction. Other writes wait no longer than for one.
        public var recordBatch = 64
        /// How long to leave a gateway alone that refuses our credential.
        public var credentialPause: Duration = .seconds(300)
        /// The wait before a push is sent again.
        public var backoff = Backoff()

        public init() {}
    }
}
