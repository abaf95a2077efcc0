import BellhopApple
import BellhopKit
import SwiftUI

// snippet.app
@main
struct ReminderApp: App {
    @UIApplicationDelegateAdaptor private var delegate: AppDelegate
    @State private var path: [Route] = []

    var body: some Scene {
        WindowGroup {
            NavigationStack(path: $path) { ReminderList(bellhop: delegate.bellhop) }
                .onBellhopRoute { opened in path = [opened.route] }
        }
    }
}

final class AppDelegate: BellhopAppDelegate {
    override var configuration: BellhopConfiguration {
        .production(
            server: "https://bellhop.example.com", appGroup: "group.com.example.reminders", actions: Reminders.shared)
    }
}
// snippet.end

struct ReminderList: View {
    let bellhop: Bellhop?
    @State private var code = ""

    // snippet.permission
    var body: some View {
        List {
            TextField("Pairing code", text: $code)
            Button("Pair") { Task { await bellhop?.pair(code: code) } }
            Button("Notify me") { Task { await bellhop?.requestAuthorization() } }
        }
    }
    // snippet.end
}

// snippet.answers
@MainActor
func followAnswers(of bellhop: Bellhop, show: @MainActor (AnswerReport) -> Void) async {
    for await report in bellhop.results { show(report) }
}
// snippet.end
