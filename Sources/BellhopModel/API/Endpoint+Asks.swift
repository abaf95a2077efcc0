extension Endpoint {
    public static let createAsk = Endpoint(.post, "/v1/asks", .roles([.agent]), "Ask the user")
    public static let listAsks = Endpoint(
        .get, "/v1/asks", .roles([.agent, .device]), "The user's asks, newest first; `state=pending` for the open ones")
    public static let getAsk = Endpoint(
        .get, "/v1/asks/{id}", .roles([.agent, .device]),
        "One ask; `wait` holds the reply until it ends, at most 55 seconds")
    public static let answerAsk = Endpoint(.post, "/v1/asks/{id}/answer", .roles([.device]), "Answer an ask")
    public static let withdrawAsk = Endpoint(
        .delete, "/v1/asks/{id}", .roles([.agent]), "Withdraw an ask; `reason` says why")

    static let asks: [Endpoint] = [createAsk, listAsks, getAsk, answerAsk, withdrawAsk]
}
