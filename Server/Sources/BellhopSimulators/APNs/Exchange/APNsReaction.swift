/// What a connection has to do about a request.
struct APNsReaction: Sendable {
    var answer: APNsAnswer
    /// What gets between the request and its answer.
    var fault: APNsFault?
}
