/// The help of a metric in Prometheus text.
enum MetricDescriptions {
    /// - Returns: the name itself for a metric without a description.
    static func help(of name: String) -> String { all[name] ?? name }

    /// One line for each metric, without backslashes, which the format would escape.
    static let all = [
        "bellhop_ask_to_answer_seconds": "Time from an ask's creation to its answer.",
        "bellhop_ask_to_sent_seconds": "Time from an ask's creation until a gateway accepted its push to one device.",
        "bellhop_asks_created_total": "Created asks.",
        "bellhop_asks_resolved_total": "Asks that ended, by state.",
        "bellhop_campaigns_created_total": "Created campaigns.",
        "bellhop_deliveries_total": "Attempts to deliver, by outcome: sent, deferred or failed.",
        "bellhop_event_subscribers": "Connected event sockets.",
        "bellhop_gateway_connections": "Open connections to a gateway.",
        "bellhop_http_request_seconds": "Duration of HTTP requests, by method, route and status.",
        "bellhop_live_activity_pushes_total": "Pushes to Live Activities, by event, priority and outcome.",
        "bellhop_notifications_created_total": "Created notifications.",
        "bellhop_push_duration_seconds": "Duration of a push, from the request to the gateway's response.",
        "bellhop_pushes_in_flight": "Pushes that wait for the gateway's response.",
        "bellhop_pushes_total": "Pushes by outcome, and by the gateway's reason.",
        "bellhop_queue_depth": "Deliveries that have not ended.",
        "bellhop_queue_oldest_due_seconds": "Age of the oldest due delivery; 0 when none is due.",
        "bellhop_schedule_late_seconds": "Delay of a scheduled notification after its planned time.",
        "bellhop_schedules_missed_total": "Occurrences of schedules that were too late to be sent.",
        "bellhop_schedules_sent_total": "Sent occurrences of schedules.",
        "process_cpu_seconds_total": "User and system CPU time of the process.",
        "process_max_fds": "Maximum number of open file descriptors.",
        "process_open_fds": "Number of open file descriptors.",
        "process_resident_memory_bytes": "Resident memory of the process.",
        "process_start_time_seconds": "Start time of the process, in seconds since 1970.",
    ]
}
