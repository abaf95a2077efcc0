public import BellhopModel

extension LiveActivity {
    /// What its device says of it.
    ///
    /// - Returns: whether that is news.
    public mutating func take(_ report: LiveActivityReport, at time: Timestamp) -> Bool {
        let before = self
        switch (report.state, report.token) {
        case (.active, let token?): confirm(token, at: time)
        case (.active, nil): break
        case (_, let token): end(token, report.state, at: time)
        }
        return self != before
    }

    /// It is live, and updated by `token`.
    private mutating func confirm(_ token: DeviceToken, at time: Timestamp) {
        guard token != self.token, token != endedToken else { return }
        if let start {
            // The one that was asked for. The one before, if any, has been shown beside it since.
            formerToken = self.token
            startedAt = start.at
            sent = start.shown
        } else if phase != .live {
            // The app started it by itself.
            startedAt = time
            sent = nil
        }
        (self.token, tokenAt, phase) = (token, time, .live)
        (start, retryAt, failures, endedAt, reason) = (nil, nil, 0, nil, nil)
    }

    private mutating func end(_ token: DeviceToken?, _ state: LiveActivityReport.State, at time: Timestamp) {
        if let token {
            if token == formerToken { formerToken = nil }
            // News of an activity that was replaced since.
            let hasAnother = self.token != nil || start != nil
            if token != self.token, hasAnother || token == endedToken { return }
        }
        guard start == nil else {
            // What replaces it is on its way.
            endedToken = self.token ?? endedToken
            (self.token, phase) = (nil, .starting)
            return
        }
        guard phase != .ended else { return }
        close(because: state == .dismissed ? "dismissed on the device" : "ended on the device", at: time)
    }
}
