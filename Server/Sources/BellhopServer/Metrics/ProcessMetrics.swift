import BellhopFoundation

/// The figures of this process, under the names that Prometheus' client libraries use.
///
/// Resident memory and the start time are read from `/proc`, which macOS does not have.
enum ProcessMetrics {
    /// The figures as Prometheus text.
    static func text() -> String {
        text(of: "process_cpu_seconds_total", "counter", seconds(of: CLOCK_PROCESS_CPUTIME_ID))
            + text(of: "process_max_fds", "gauge", Double(DescriptorLimit.soft))
            + text(of: "process_open_fds", "gauge", openDescriptors) + systemText
    }

    private static func text(of name: String, _ type: String, _ value: Double?) -> String {
        guard let value else { return "" }
        return """
            # HELP \(name) \(MetricDescriptions.help(of: name))
            # TYPE \(name) \(type)
            \(name) \(PrometheusMetrics.number(value))

            """
    }

    /// Without the descriptor that lists the folder.
    private static var openDescriptors: Double? {
        #if os(Linux)
        let folder = "/proc/self/fd"
        #else
        let folder = "/dev/fd"
        #endif
        return (try? FileManager.default.contentsOfDirectory(atPath: folder)).map { Double($0.count - 1) }
    }

    private static func seconds(of clock: clockid_t) -> Double? {
        var time = timespec()
        return clock_gettime(clock, &time) == 0 ? Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 : nil
    }

    #if os(Linux)
    private static var systemText: String {
        text(
            of: "process_resident_memory_bytes", "gauge",
            contents(of: "/proc/self/statm").flatMap(residentBytes(in:)))
            + text(of: "process_start_time_seconds", "gauge", startTime)
    }

    /// The time since the boot is used instead of `/proc/stat`, which services of systemd may not see.
    private static let startTime: Double? = {
        guard let ticks = contents(of: "/proc/self/stat").flatMap(startTicks(in:)),
            let now = seconds(of: CLOCK_REALTIME),
            let sinceBoot = seconds(of: CLOCK_BOOTTIME)
        else { return nil }
        let start = now - sinceBoot + ticks / Double(sysconf(CInt(_SC_CLK_TCK)))
        return (start * 100).rounded() / 100
    }()

    /// The second number of `/proc/self/statm`, in pages.
    static func residentBytes(in statm: String) -> Double? {
        let fields = statm.split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { return nil }
        return pages * Double(sysconf(CInt(_SC_PAGESIZE)))
    }

    /// The time of the start in ticks since the boot: field 22 of `/proc/self/stat`, whose field 2 is the program's name in
    /// parentheses and may contain spaces.
    static func startTicks(in stat: String) -> Double? {
        guard let name = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[name...].split(separator: " ")
        return fields.count > 20 ? Double(fields[20]) : nil
    }

    private static func contents(of path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
    #else
    private static let systemText = ""
    #endif
}
