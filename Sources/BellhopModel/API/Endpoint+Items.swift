extension Endpoint {
    public static let putItem = Endpoint(
        .post, "/v1/items", .roles([.admin]), "Create an item, or replace the one under its id")
    public static let listItems = Endpoint(
        .get, "/v1/items", .roles([.admin, .device]),
        "Items in the order of their ids, from the one after `after`; a device's are those its user subscribes to")
    public static let itemChanges = Endpoint(
        .get, "/v1/items/changes", .roles([.admin, .device]),
        "What has become of the user's items since the cursor `since`; an admin may name another `user`")
    public static let getItem = Endpoint(.get, "/v1/items/{id}", .roles([.admin, .device]), "One item")
    public static let updateItem = Endpoint(
        .patch, "/v1/items/{id}", .roles([.admin]), "Change what the body names, or open the item again")
    public static let deleteItem = Endpoint(
        .delete, "/v1/items/{id}", .roles([.admin]), "Delete an item with its notifications, reminders and subscribers")
    public static let subscribeToItem = Endpoint(
        .post, "/v1/items/{id}/subscribers", .roles([.admin]), "Subscribe users to an item")
    public static let notifyOfItem = Endpoint(
        .post, "/v1/items/{id}/notify", .roles([.admin]), "Tell subscribers of an item and have their apps fetch it")
    public static let remindOfItem = Endpoint(
        .post, "/v1/items/{id}/remind", .roles([.admin]), "Remind subscribers of an item, now or at a moment")
    public static let completeItem = Endpoint(
        .post, "/v1/items/{id}/complete", .roles([.admin, .device]),
        "Complete an item: its notifications are cleared everywhere, its reminders cancelled and its campaigns stopped")
    public static let snoozeItem = Endpoint(
        .post, "/v1/items/{id}/snooze", .roles([.device]), "Clear an item's notifications and remind again later")

    static let items: [Endpoint] = [
        putItem, listItems, itemChanges, getItem, updateItem, deleteItem, subscribeToItem, notifyOfItem, remindOfItem,
        completeItem, snoozeItem,
    ]
}
