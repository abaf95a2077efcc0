extension Endpoint {
    public static let createCampaign = Endpoint(
        .post, "/v1/campaigns", .roles([.admin]), "Tell many users something: those named, of a topic, or everyone")
    public static let listCampaigns = Endpoint(
        .get, "/v1/campaigns", .roles([.admin]), "All campaigns, newest first")
    public static let getCampaign = Endpoint(
        .get, "/v1/campaigns/{id}", .roles([.admin]), "One campaign, and how far it has come")
    public static let stopCampaign = Endpoint(
        .delete, "/v1/campaigns/{id}", .roles([.admin]), "Stop a campaign: nothing of it is sent any more")

    static let campaigns: [Endpoint] = [createCampaign, listCampaigns, getCampaign, stopCampaign]
}
