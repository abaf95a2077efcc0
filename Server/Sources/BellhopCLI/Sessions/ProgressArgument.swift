import ArgumentParser

/// "2/5": so many of so many.
struct ProgressArgument: ExpressibleByArgument, Hashable {
    var completed: Int
    var total: Int

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let completed = parts[0], let total = parts[1], 0 <= completed, completed <= total
        else { return nil }
        (self.completed, self.total) = (completed, total)
    }
}
