import BellhopModel

/// Why a timing stands for no moment.
enum TimingFault: Error, Hashable {
    case timeZoneMissing
    case timeZoneUnknown(String)
    case daysOfADay
    case noDays
    case endsBeforeItBegins
    case neverOccurs
}

extension APIError {
    init(_ fault: TimingFault) {
        let message =
            switch fault {
            case .timeZoneMissing:
                "when.time_zone: is missing; a local time and a repetition need one, such as Europe/Berlin"
            case .timeZoneUnknown(let name):
                "when.time_zone: \(name.debugDescription) is no time zone; take a name such as Europe/Berlin, or UTC"
            case .daysOfADay: "when.repeat.on: goes with a repetition every week, not every day"
            case .noDays: "when.repeat.on: is empty; leave it out, or name days of the week"
            case .endsBeforeItBegins: "when.repeat.until: is before when.at"
            case .neverOccurs: "when.repeat: none of its days lies between when.at and when.repeat.until"
            }
        self.init(.invalidRequest, message)
    }
}
