// swift-format-ignore-file
// Made by Scripts/words from Strings/Bellhop.xcstrings. Change that, not this. One row for each text: accessor, then the text in each
// language.

extension Strings {
    package var actionApprove: String { self["Approve", "Genehmigen"] }
    package var actionComplete: String { self["Complete", "Erledigt"] }
    package var actionContinueChat: String { self["Continue Chat", "Chat fortsetzen"] }
    package var actionDeny: String { self["Deny", "Ablehnen"] }
    package var actionDismiss: String { self["Dismiss", "Schließen"] }
    package var actionMarkRead: String { self["Mark as Read", "Als gelesen markieren"] }
    package var actionOpen: String { self["Open", "Öffnen"] }
    package var actionOpenApp: String { self["Open App", "App öffnen"] }
    package var actionReply: String { self["Reply", "Antworten"] }
    package var actionRetry: String { self["Retry", "Erneut versuchen"] }
    package var actionSend: String { self["Send", "Senden"] }
    package var actionSnooze: String { self["Snooze", "Später erinnern"] }
    package var actionSnooze15: String { self["Snooze 15 min", "In 15 Min. erinnern"] }
    package var actionTypeAnswer: String { self["Type your answer...", "Antwort eingeben …"] }
    package var actionTypeReply: String { self["Type your reply...", "Antwort schreiben …"] }
    package var actionView: String { self["View", "Ansehen"] }
    package var actionViewDetails: String { self["View Details", "Details anzeigen"] }
    package var actionViewResult: String { self["View Result", "Ergebnis ansehen"] }
    package var actionNoticeExpiredBody: String { self["The server could not be reached in time.", "Der Server war nicht rechtzeitig zu erreichen."] }
    package var actionNoticeNoHandler: String { self["The app no longer supports this action.", "Die App führt das nicht mehr aus."] }
    package var actionNoticeTitle: String { self["Not done", "Nicht erledigt"] }
    package var actionNoticeWaitingBody: String { self["It could not be stored. Leave the app running until it is done.", "Es ließ sich nicht speichern. Lass die App laufen, bis es erledigt ist."] }
    package var actionNoticeWaitingTitle: String { self["Not done yet", "Noch nicht erledigt"] }
    package var activityElapsed: String { self["Elapsed time", "Verstrichene Zeit"] }
    package var activityStale: String { self["No news", "Keine Neuigkeiten"] }
    package var activityTimeLeft: String { self["Time left", "Verbleibende Zeit"] }
    package var activityUnlockHint: String { self["Asks to unlock the device", "Verlangt, das Gerät zu entsperren"] }
    package func answerAlreadyAnswered(answer: String) -> String { self["This device already answered: \(answer). That answer counts.", "Dieses Gerät hat schon geantwortet: \(answer). Diese Antwort gilt."] }
    package var answerApproved: String { self["approved", "genehmigt"] }
    package var answerDenied: String { self["denied", "abgelehnt"] }
    package func answerDeniedSaying(message: String) -> String { self["denied, “\(message)”", "abgelehnt, „\(message)“"] }
    package var answerIncomplete: String { self["Nothing was sent: the notification does not contain the whole request. Open the app to answer.", "Nichts gesendet: Die Mitteilung sagt nicht genau, worum es geht. Zum Antworten die App öffnen."] }
    package var answerInputChanged: String { self["Nothing was decided: the request has changed since you saw it. Read it again, then answer.", "Nichts entschieden: Die Anfrage ist nicht mehr die, die zu sehen war. Bitte neu lesen, dann antworten."] }
    package var answerInputForged: String { self["Nothing was sent: the request does not match its fingerprint.", "Nichts gesendet: Was diese Anfrage zeigt, passt nicht zu ihrem Fingerabdruck."] }
    package var answerKeyRevoked: String { self["Nothing was sent: the server no longer knows this device. Pair it again.", "Nichts gesendet: Der Server kennt dieses Gerät nicht mehr. Bitte neu koppeln."] }
    package var answerNotPaired: String { self["Nothing was sent: this device is not paired with a server.", "Nichts gesendet: Dieses Gerät ist mit keinem Server gekoppelt."] }
    package var answerOtherOwner: String { self["Nothing was sent: this device belongs to another user now.", "Nichts gesendet: Dieses Gerät gehört jetzt jemand anderem."] }
    package func answerQuoted(text: String) -> String { self["“\(text)”", "„\(text)“"] }
    package var answerRemembered: String { self["approved and remembered", "genehmigt und gemerkt"] }
    package var answerStopped: String { self["denied, with the instruction to stop", "abgelehnt, mit der Anweisung anzuhalten"] }
    package func answerStoppedSaying(message: String) -> String { self["denied, with the instruction to stop, “\(message)”", "abgelehnt, mit der Anweisung anzuhalten, „\(message)“"] }
    package var answerStorageFull: String { self["Nothing was sent: the answer could not be stored. Is the device's storage full?", "Nichts gesendet: Die Antwort konnte nicht gespeichert werden. Ist der Speicher voll?"] }
    package var answerStorageLocked: String { self["Nothing was sent: unlock the device once after its restart, then answer again.", "Nichts gesendet: Das Gerät nach dem Neustart einmal entsperren, dann erneut antworten."] }
    package var answerUnknownAsk: String { self["Nothing was sent: there is no such request.", "Nichts gesendet: Diese Anfrage gibt es nicht."] }
    package var askAgentSays: String { self["The agent says", "Der Agent sagt"] }
    package var askApproveAndRemember: String { self["Approve and Remember", "Genehmigen und merken"] }
    package var askApproveHint: String { self["The agent does exactly what is shown.", "Der Agent tut genau, was hier steht."] }
    package var askDangerous: String { self["Marked as dangerous", "Als gefährlich markiert"] }
    package func askDangers(list: String) -> String { self["Careful: \(list)", "Vorsicht: \(list)"] }
    package var askDenyAndStop: String { self["Deny and Stop", "Ablehnen und anhalten"] }
    package var askDenyHint: String { self["The agent may not do it.", "Der Agent darf es nicht tun."] }
    package var askDenyWithReason: String { self["Deny with Reason", "Mit Begründung ablehnen"] }
    package var askExpired: String { self["Expired", "Abgelaufen"] }
    package func askLeft(count: Int) -> String { self[count == 1 ? "\(count) character left out" : "\(count) characters left out", count == 1 ? "\(count) Zeichen ausgelassen" : "\(count) Zeichen ausgelassen"] }
    package var askNotFound: String { self["Request not found", "Anfrage nicht gefunden"] }
    package var askNotFoundWhy: String { self["It no longer exists, or it belongs to another user.", "Es gibt sie nicht mehr, oder sie gehört jemand anderem."] }
    package var askReadToApprove: String { self["Read to the end to approve.", "Zum Genehmigen bis zum Ende lesen."] }
    package var askReason: String { self["What should it do instead?", "Was soll er stattdessen tun?"] }
    package var askReasonWhy: String { self["The agent receives this message.", "Der Agent bekommt das gesagt."] }
    package var askRememberHint: String { self["The agent does exactly what is shown, and what the rules allow from now on.", "Der Agent tut genau, was hier steht, und ab jetzt, was die Regeln erlauben."] }
    package var askReveal: String { self["Show Masked Values", "Maskierte Werte anzeigen"] }
    package var askRevealToApprove: String { self["A masked value is used. Show it to approve.", "Ein maskierter Wert wird verwendet. Zum Genehmigen anzeigen."] }
    package var askRevealWhy: String { self["show masked values", "maskierte Werte anzuzeigen"] }
    package var askRules: String { self["Allow from Now On …", "Ab jetzt erlauben …"] }
    package var askRulesWhy: String { self["The agent suggests these rules. It no longer asks about what a chosen rule allows.", "Der Agent schlägt diese Regeln vor. Was eine davon erlaubt, wird nicht mehr gefragt."] }
    package var askSending: String { self["Sending …", "Wird gesendet …"] }
    package var askStopWhy: String { self["The agent receives this message and is told to stop instead of trying something else. Not every agent supports this.", "Der Agent bekommt das gesagt und soll anhalten, statt etwas anderes zu versuchen. Nicht jedem Agenten lässt sich das sagen."] }
    package func askTimeLeft(time: String) -> String { self["\(time) left", "noch \(time)"] }
    package var authorizationAuthorized: String { self["allowed", "erlaubt"] }
    package var authorizationDenied: String { self["denied", "verweigert"] }
    package var authorizationEphemeral: String { self["for a time", "für eine Weile"] }
    package var authorizationNotDetermined: String { self["not asked yet", "noch nicht gefragt"] }
    package var authorizationProvisional: String { self["quietly", "leise"] }
    package var cardHint: String { self["Opens it", "Öffnet es"] }
    package var cardNotDone: String { self["Not done", "Nicht erledigt"] }
    package var cardNotDoneLate: String { self["The server could not be reached in time.", "Der Server war nicht rechtzeitig erreichbar."] }
    package var cardNotDoneRetry: String { self["It will be tried again.", "Es wird wiederholt."] }
    package var categoryApprovalHidden: String { self["Permission required", "Genehmigung nötig"] }
    package var categoryApprovalSummary: String { self["%u approval requests for %@", "%u Genehmigungen für %@"] }
    package var categoryCompleteHidden: String { self["Agent completed a task", "Ein Agent hat eine Aufgabe erledigt"] }
    package var categoryCompleteSummary: String { self["%u tasks completed", "%u Aufgaben erledigt"] }
    package var categoryErrorHidden: String { self["Agent encountered an error", "Bei einem Agenten ist ein Fehler aufgetreten"] }
    package var categoryErrorSummary: String { self["%u errors", "%u Fehler"] }
    package var categoryMessageHidden: String { self["New message", "Neue Nachricht"] }
    package var categoryMessageSummary: String { self["%u messages", "%u Nachrichten"] }
    package var categoryNewItemHidden: String { self["New item", "Neuer Eintrag"] }
    package var categoryNewItemSummary: String { self["%u new items", "%u neue Einträge"] }
    package var categoryPausedHidden: String { self["A task is paused", "Eine Aufgabe pausiert"] }
    package var categoryPausedSummary: String { self["%u paused tasks", "%u pausierte Aufgaben"] }
    package var categoryQuestionHidden: String { self["An agent has a question", "Ein Agent hat eine Frage"] }
    package var categoryQuestionSummary: String { self["%u questions", "%u Fragen"] }
    package var categoryReminderHidden: String { self["Reminder", "Erinnerung"] }
    package var categoryReminderSummary: String { self["%u reminders", "%u Erinnerungen"] }
    package var categoryStatusHidden: String { self["Session update", "Neues aus einer Sitzung"] }
    package var categoryStatusSummary: String { self["%u session updates", "%u Neuigkeiten aus Sitzungen"] }
    package var categoryUpdateHidden: String { self["Update", "Aktualisierung"] }
    package var categoryUpdateSummary: String { self["%u updates", "%u Aktualisierungen"] }
    package var changeUnavailable: String { self["The server could not be reached. Nothing has changed.", "Der Server war nicht erreichbar. Nichts wurde geändert."] }
    package var confirmCompleted: String { self["Completed", "Erledigt"] }
    package func confirmSnoozed(count: Int) -> String { self[count == 1 ? "Again in \(count) minute" : "Again in \(count) minutes", count == 1 ? "In \(count) Minute wieder" : "In \(count) Minuten wieder"] }
    package var confirmSnoozedEvening: String { self["Again this evening", "Heute Abend wieder"] }
    package var confirmSnoozedTomorrow: String { self["Again tomorrow morning", "Morgen früh wieder"] }
    package func diagnosticsAgo(time: String) -> String { self["\(time) ago", "vor \(time)"] }
    package var diagnosticsAuthorization: String { self["Permission", "Erlaubnis"] }
    package var diagnosticsBad: String { self["Needs attention", "Braucht Aufmerksamkeit"] }
    package var diagnosticsCategories: String { self["Buttons", "Knöpfe"] }
    package func diagnosticsCategoriesComplete(count: Int) -> String { self["\(count) categories registered", "\(count) Kategorien registriert"] }
    package func diagnosticsCategoriesMissing(names: String) -> String { self["Without their buttons: \(names)", "Ohne ihre Knöpfe: \(names)"] }
    package var diagnosticsConnected: String { self["connected", "verbunden"] }
    package var diagnosticsConnection: String { self["Live connection", "Live-Verbindung"] }
    package var diagnosticsDelegate: String { self["Delegate", "Delegate"] }
    package var diagnosticsDevices: String { self["Your devices", "Deine Geräte"] }
    package var diagnosticsDisconnected: String { self["not connected", "nicht verbunden"] }
    package var diagnosticsExport: String { self["Export as Text", "Als Text exportieren"] }
    package var diagnosticsGood: String { self["In order", "In Ordnung"] }
    package var diagnosticsLastPush: String { self["Last push while open", "Letzter Push in der App"] }
    package var diagnosticsNone: String { self["none", "keiner"] }
    package var diagnosticsNotYet: String { self["not yet", "noch nicht"] }
    package var diagnosticsPendingAnswers: String { self["Answers on their way", "Antworten unterwegs"] }
    package var diagnosticsScheduled: String { self["Scheduled", "Geplant"] }
    package var diagnosticsTimeSensitive: String { self["Through a Focus", "Trotz Fokus"] }
    package var diagnosticsTitle: String { self["Diagnostics", "Diagnose"] }
    package var diagnosticsToken: String { self["Push token", "Push-Token"] }
    package var elsewhereLink: String { self["The notification leads to this address:", "Die Mitteilung führt zu dieser Adresse:"] }
    package var elsewhereNothing: String { self["There is nothing here", "Hier ist nichts"] }
    package var elsewhereNothingWhy: String { self["The notification has no target, or its target belongs to another app.", "Die Mitteilung sagt nicht, wohin sie gehört, oder sie gehört zu einer anderen App."] }
    package func elsewhereOpen(host: String) -> String { self["Open \(host)", "\(host) öffnen"] }
    package var enrichmentExpired: String { self["Expired", "Abgelaufen"] }
    package func enrichmentFilesChanged(count: Int) -> String { self[count == 1 ? "\(count) file changed" : "\(count) files changed", count == 1 ? "\(count) Datei geändert" : "\(count) Dateien geändert"] }
    package var enrichmentOver: String { self["Answered already", "Schon beantwortet"] }
    package func enrichmentPermission(tool: String) -> String { self["Permission: \(tool)", "Genehmigung: \(tool)"] }
    package var historyClearAll: String { self["Clear All", "Alle löschen"] }
    package var historyClearAllWhy: String { self["All notifications are removed from the lock screen and marked as read. Pending requests stay.", "Alle Mitteilungen verschwinden vom Sperrbildschirm und gelten als gelesen. Offene Anfragen bleiben."] }
    package var historyEmpty: String { self["Nothing yet", "Noch nichts"] }
    package var historyEmptyWhy: String { self["Your notifications are kept here.", "Was dir gesagt wurde, steht hier."] }
    package var historyUnread: String { self["Unread", "Ungelesen"] }
    package var itemCompleted: String { self["Completed", "Erledigt"] }
    package var itemDue: String { self["Due", "Fällig"] }
    package var itemNotFound: String { self["Item not found", "Eintrag nicht gefunden"] }
    package var itemNotFoundWhy: String { self["It was deleted, or you no longer follow it.", "Er wurde gelöscht, oder du folgst ihm nicht mehr."] }
    package var itemRemind: String { self["Remind Me Again", "Erneut erinnern"] }
    package var messageNotFound: String { self["Message not found", "Nachricht nicht gefunden"] }
    package var messageNotFoundWhy: String { self["Messages are kept for 90 days unless your server says otherwise.", "Nachrichten bleiben 90 Tage, wenn dein Server nichts anderes vorsieht."] }
    package var messageTitle: String { self["Messages", "Nachrichten"] }
    package var messageYou: String { self["You", "Du"] }
    package var noticeAlreadyAnswered: String { self["Already answered", "Schon beantwortet"] }
    package var noticeAlreadyApproved: String { self["Already approved", "Schon genehmigt"] }
    package var noticeAlreadyBody: String { self["It was answered before.", "Es wurde vorher schon geantwortet."] }
    package var noticeAlreadyDenied: String { self["Already denied", "Schon abgelehnt"] }
    package var noticeAlreadyExpired: String { self["Already expired", "Schon abgelaufen"] }
    package var noticeAlreadyWithdrawn: String { self["Already withdrawn", "Schon zurückgezogen"] }
    package func noticeAlreadyOnBody(device: String) -> String { self["It was answered on \(device) before.", "Auf \(device) wurde vorher schon geantwortet."] }
    package var noticeExpiredOfflineBody: String { self["The server could not be reached in time; nothing was sent after the deadline.", "Der Server war nicht rechtzeitig erreichbar; nach Ablauf der Frist wurde nichts gesendet."] }
    package var noticeQueuedBody: String { self["It is sent when the server can be reached, unless the deadline has passed.", "Sie wird gesendet, sobald der Server erreichbar ist, falls es dann nicht zu spät ist."] }
    package var noticeQueuedTitle: String { self["Answer queued", "Antwort wartet"] }
    package var noticeRefusedTitle: String { self["Not answered", "Nicht beantwortet"] }
    package var noticeTerminalBody: String { self["It was answered in the terminal.", "Im Terminal wurde schon geantwortet."] }
    package var noticeTooLateBody: String { self["The deadline had passed; nothing was decided.", "Die Zeit zum Antworten war vorbei; nichts wurde entschieden."] }
    package var noticeTooLateTitle: String { self["Too late", "Zu spät"] }
    package var noticeWithdrawnBody: String { self["The agent withdrew its request.", "Der Agent hat seine Anfrage zurückgezogen."] }
    package var noticeWithdrawnTitle: String { self["No longer needed", "Nicht mehr nötig"] }
    package var notificationPicture: String { self["Picture", "Bild"] }
    package var outcomeAnswered: String { self["Answered", "Beantwortet"] }
    package var outcomeApproved: String { self["Approved", "Genehmigt"] }
    package var outcomeDenied: String { self["Denied", "Abgelehnt"] }
    package func outcomeElsewhere(answer: String) -> String { self["\(answer) elsewhere", "Anderswo: \(answer)"] }
    package func outcomeElsewhereOn(answer: String, device: String) -> String { self["\(answer) on \(device)", "\(answer) auf \(device)"] }
    package var outcomeExpiredOffline: String { self["Too late: the server could not be reached in time. Nothing was decided.", "Zu spät: Der Server war nicht rechtzeitig erreichbar. Nichts wurde entschieden."] }
    package var outcomeQueued: String { self["Not sent yet: waiting for the network. It is sent only while it is still in time.", "Noch nicht gesendet: Es fehlt das Netz. Gesendet wird nur, solange es nicht zu spät ist."] }
    package var outcomeRemembered: String { self["Approved and remembered", "Genehmigt und gemerkt"] }
    package func outcomeSent(answer: String) -> String { self["\(answer). The server has it.", "\(answer). Beim Server angekommen."] }
    package var outcomeStopped: String { self["Denied. The agent was told to stop.", "Abgelehnt. Der Agent soll anhalten."] }
    package var outcomeTerminal: String { self["Answered in the terminal", "Im Terminal beantwortet"] }
    package var outcomeTooLate: String { self["Too late: the agent no longer waits.", "Zu spät: Der Agent wartet nicht mehr."] }
    package func outcomeWentOn(answer: String) -> String { self["\(answer). The agent went on.", "\(answer). Der Agent macht weiter."] }
    package var outcomeWithdrawn: String { self["The agent no longer asks.", "Der Agent fragt nicht mehr."] }
    package var pairingAddress: String { self["Server address", "Adresse des Servers"] }
    package var pairingBroken: String { self["The pairing link is not complete. Copy it again.", "Der Link ist unvollständig. Bitte neu kopieren."] }
    package var pairingCode: String { self["Code", "Code"] }
    package var pairingCompare: String { self["Approve the new device on a device that is already paired, if it shows the same key.", "Bestätige das neue Gerät auf einem bereits gekoppelten Gerät, wenn es denselben Schlüssel zeigt."] }
    package func pairingConfirm(host: String) -> String { self["Pair with \(host)?", "Mit \(host) koppeln?"] }
    package var pairingConfirmWhy: String { self["This server will be able to ask you for approvals. Go on only if it is yours.", "Dieser Server darf dich dann um Genehmigungen bitten. Mach nur weiter, wenn es deiner ist."] }
    package var pairingDone: String { self["Paired", "Gekoppelt"] }
    package var pairingHow: String { self["On your server, run “bellhop pair”. Open the link that it shows, or type the address and the code.", "Führe auf deinem Server „bellhop pair“ aus. Öffne den Link, den es zeigt, oder tippe ab, was da steht."] }
    package var pairingLeave: String { self["Unpair", "Trennen"] }
    package var pairingLeaveWhy: String { self["This device cannot answer until it is paired again.", "Dieses Gerät antwortet nicht mehr, bis es neu gekoppelt ist."] }
    package var pairingName: String { self["Name of This Device", "Name dieses Geräts"] }
    package var pairingNameWhy: String { self["Your other devices show it when an answer came from here.", "Deine anderen Geräte zeigen ihn, wenn eine Antwort von hier kam."] }
    package var pairingNext: String { self["Continue", "Weiter"] }
    package var pairingNotACode: String { self["This is not a pairing code.", "Das ist kein Code zum Koppeln."] }
    package var pairingNotALink: String { self["This is not a pairing link.", "Das ist kein Link zum Koppeln."] }
    package var pairingNotAnAddress: String { self["This is not a server's address.", "Das ist keine Adresse eines Servers."] }
    package func pairingNotEncrypted(host: String) -> String { self["\(host) is not in your network, so its address has to begin with https.", "\(host) ist nicht in deinem Netz, darum muss die Adresse mit https beginnen."] }
    package var pairingPair: String { self["Pair", "Koppeln"] }
    package var pairingTitle: String { self["Pair with a server", "Mit einem Server koppeln"] }
    package var pairingUnencrypted: String { self["The connection is not encrypted. Use it only in your own network.", "Die Verbindung ist unverschlüsselt. Nur im eigenen Netz verwenden."] }
    package var pairingWaiting: String { self["Pairing …", "Wird gekoppelt …"] }
    package var pendingEmpty: String { self["Nothing waits for you", "Nichts wartet auf dich"] }
    package var pendingEmptyWhy: String { self["When an agent asks, it shows here at once.", "Wenn ein Agent fragt, steht es sofort hier."] }
    package var pendingOnItsWay: String { self["Your answer is on its way", "Deine Antwort ist unterwegs"] }
    package var permissionAllow: String { self["Allow Notifications", "Mitteilungen erlauben"] }
    package var permissionDenied: String { self["Notifications are off", "Mitteilungen sind aus"] }
    package var permissionDeniedWhy: String { self["You can turn them on in the settings of the system. Until then, requests show here in the app.", "Du kannst sie in den Systemeinstellungen einschalten. Bis dahin stehen Anfragen hier in der App."] }
    package var permissionDone: String { self["Notifications are on", "Mitteilungen sind an"] }
    package var permissionNotNow: String { self["Not Now", "Nicht jetzt"] }
    package var permissionPointAnswer: String { self["Approve or deny without opening the app", "Genehmigen oder ablehnen, ohne die App zu öffnen"] }
    package var permissionPointPrivate: String { self["Nothing is tracked; your own server sends them", "Nichts wird verfolgt; dein eigener Server schickt sie"] }
    package var permissionPointQuiet: String { self["You choose what you hear", "Du entscheidest, was du hörst"] }
    package var permissionQuietly: String { self["Deliver Quietly", "Leise zustellen"] }
    package var permissionTitle: String { self["Notifications", "Mitteilungen"] }
    package var permissionUpgrade: String { self["Notifications come quietly", "Mitteilungen kommen leise"] }
    package var permissionWhy: String { self["An agent that needs your permission waits until you answer. A notification lets you answer at once, also from the lock screen.", "Ein Agent, der deine Genehmigung braucht, steht still, bis du antwortest. Mit einer Mitteilung antwortest du sofort, auch vom Sperrbildschirm."] }
    package var questionOwnWords: String { self["In your own words", "In eigenen Worten"] }
    package var questionSendHint: String { self["The agent goes on with your answer.", "Der Agent macht mit deiner Antwort weiter."] }
    package var questionSeveral: String { self["Choose any number", "Mehrere möglich"] }
    package var quietAsks: String { self["Let Requests Through", "Anfragen durchlassen"] }
    package var quietCap: String { self["Limit How Many Come", "Anzahl begrenzen"] }
    package var quietCapDay: String { self["1 day", "1 Tag"] }
    package var quietCapHour: String { self["1 hour", "1 Stunde"] }
    package func quietCapLimit(limit: Int) -> String { self["At most \(limit)", "Höchstens \(limit)"] }
    package func quietCapOther(seconds: Int) -> String { self["\(seconds) seconds", "\(seconds) Sekunden"] }
    package var quietCapStretch: String { self["Within", "Innerhalb von"] }
    package var quietCapWhy: String { self["Requests are neither counted nor held back. Notifications above the limit are shown only in the app.", "Anfragen zählen nicht mit und kommen immer. Was über der Grenze liegt, ist in der App zu sehen."] }
    package var quietFrom: String { self["From", "Von"] }
    package var quietHours: String { self["Quiet Hours", "Ruhezeiten"] }
    package var quietHoursWhy: String { self["Notifications that arrive during quiet hours are delivered when they end. The app shows them at once.", "Was währenddessen kommt, wartet, bis sie enden. In der App ist alles zu sehen."] }
    package var quietMute: String { self["Mute This Session", "Sitzung stummschalten"] }
    package var quietMuted: String { self["Muted", "Stumm"] }
    package var quietMutedNone: String { self["Nothing is muted.", "Nichts ist stumm."] }
    package func quietMutedSession(name: String) -> String { self["Session \(name)", "Sitzung \(name)"] }
    package func quietMutedThread(name: String) -> String { self["Group \(name)", "Gruppe \(name)"] }
    package func quietMutedTopic(name: String) -> String { self["Topic \(name)", "Thema \(name)"] }
    package var quietNoTime: String { self["Start and end are the same. Choose another time.", "Sie würden enden, wenn sie beginnen. Eine andere Zeit wählen."] }
    package var quietNotKept: String { self["This could not be stored: it applies until the app quits.", "Das ließ sich nicht sichern: Es gilt, bis die App beendet wird."] }
    package var quietNotPossible: String { self["This could not be set.", "Das ließ sich nicht einstellen."] }
    package var quietTitle: String { self["Quiet Hours and Limits", "Ruhezeiten und Grenzen"] }
    package var quietUnmute: String { self["Unmute", "Wieder hören"] }
    package var quietUntil: String { self["Until", "Bis"] }
    package var quietUrgent: String { self["Let Urgent Ones Through", "Dringendes durchlassen"] }
    package func registrationCodeRefused(message: String) -> String { self["The server did not accept the code: \(message)", "Der Server nahm den Code nicht: \(message)"] }
    package var registrationEmptyToken: String { self["The system provided an empty push token.", "Das System hat ein leeres Token geliefert."] }
    package var registrationInterrupted: String { self["The app was stopped before the server answered.", "Die App wurde angehalten, bevor der Server geantwortet hat."] }
    package var registrationKeyLost: String { self["This device was restored or erased. Pair it again.", "Dieses Gerät wurde wiederhergestellt oder geleert. Bitte neu koppeln."] }
    package var registrationKeyRevoked: String { self["The server no longer knows this device. Pair it again.", "Der Server kennt dieses Gerät nicht mehr. Bitte neu koppeln."] }
    package var registrationKeysLocked: String { self["The device's keys cannot be read until the device is unlocked.", "Die Schlüssel des Geräts lassen sich nicht lesen. Sobald es einmal entsperrt wurde, geht es."] }
    package var registrationLeaving: String { self["Signing out", "Wird abgemeldet"] }
    package var registrationNeverPaired: String { self["Not paired yet", "Noch nicht gekoppelt"] }
    package var registrationNotRemoved: String { self["The registration could not be removed from the device's storage.", "Die Anmeldung ließ sich nicht aus dem Speicher des Geräts löschen."] }
    package func registrationRefused(message: String) -> String { self["The server refused this device: \(message)", "Der Server lehnte dieses Gerät ab: \(message)"] }
    package var registrationRegistered: String { self["Paired", "Gekoppelt"] }
    package var registrationRegistering: String { self["Talking to the server …", "Spricht mit dem Server …"] }
    package func registrationRetrying(message: String) -> String { self["Registration failed and will be tried again: \(message)", "Es klappte noch nicht und wird wiederholt: \(message)"] }
    package func registrationTokenFailed(message: String) -> String { self["The system provided no push token: \(message)", "Das System gab kein Push-Token: \(message)"] }
    package var registrationWaitingForToken: String { self["Waiting for the system's push token", "Wartet auf das Push-Token des Systems"] }
    package func registrationWaitingForTrust(fingerprint: String) -> String { self["Waiting for confirmation on another device. This device's key: \(fingerprint)", "Wartet auf die Bestätigung auf einem anderen Gerät. Schlüssel dieses Geräts: \(fingerprint)"] }
    package var ruleProject: String { self["In this project", "In diesem Projekt"] }
    package var ruleSession: String { self["In this session", "In dieser Sitzung"] }
    package var ruleSharedProject: String { self["In this project, for everyone who works on it", "In diesem Projekt, für alle, die daran arbeiten"] }
    package var screenCancel: String { self["Cancel", "Abbrechen"] }
    package var screenClose: String { self["Close", "Schließen"] }
    package var screenLoading: String { self["Loading …", "Wird geladen …"] }
    package var screenTryAgain: String { self["Try Again", "Erneut versuchen"] }
    package var screenUnavailable: String { self["No connection to the server", "Keine Verbindung zum Server"] }
    package var screenUnavailableWhy: String { self["This content comes from your server, which cannot be reached now.", "Was hier steht, kommt von deinem Server, und der ist gerade nicht erreichbar."] }
    package var searchHow: String { self["Type what you look for.", "Tippe, was du suchst."] }
    package var searchNothing: String { self["Nothing found", "Nichts gefunden"] }
    package var searchNothingWhy: String { self["Searched: requests that wait, sessions, items and the latest notifications.", "Durchsucht: offene Anfragen, Sitzungen, Einträge und die neuesten Mitteilungen."] }
    package var searchPrompt: String { self["Title, text or project", "Titel, Text oder Projekt"] }
    package func serverForeign(status: Int) -> String { self["The address answered with status \(status) and is not a Bellhop server.", "Die Adresse hat mit Status \(status) geantwortet, aber nicht wie ein Bellhop-Server."] }
    package var serverUnreachable: String { self["The server could not be reached.", "Der Server war nicht zu erreichen."] }
    package var serverUnwritable: String { self["The request could not be encoded.", "Die Anfrage ließ sich nicht schreiben."] }
    package var sessionCompleted: String { self["Done", "Fertig"] }
    package var sessionFailed: String { self["Failed", "Fehlgeschlagen"] }
    package var sessionNotFound: String { self["Session not found", "Sitzung nicht gefunden"] }
    package var sessionNotFoundWhy: String { self["It no longer exists, or it belongs to another user.", "Es gibt sie nicht mehr, oder sie gehört jemand anderem."] }
    package func sessionProgress(done: Int, count: Int) -> String { self[count == 1 ? "\(done) of \(count) task" : "\(done) of \(count) tasks", count == 1 ? "\(done) von \(count) Aufgabe" : "\(done) von \(count) Aufgaben"] }
    package func sessionRetry(host: String) -> String { self["Let the agent try again where it runs: \(host)", "Lass den Agenten dort neu beginnen, wo er läuft: \(host)"] }
    package var sessionRunning: String { self["Working", "Arbeitet"] }
    package var sessionSomewhere: String { self["in its terminal", "in seinem Terminal"] }
    package var sessionWaiting: String { self["Waiting for you", "Wartet auf Antwort"] }
    package var sessionWaitsFor: String { self["Waits for", "Wartet auf"] }
    package func sessionWrite(host: String) -> String { self["Write to the agent where it runs: \(host)", "Schreib dem Agenten dort, wo er läuft: \(host)"] }
    package var sessionsEmpty: String { self["No sessions", "Keine Sitzungen"] }
    package var sessionsEmptyWhy: String { self["What your agents work on shows here.", "Hier steht, woran deine Agenten arbeiten."] }
    package var settingsAgents: String { self["From agents", "Von Agenten"] }
    package var settingsApprovals: String { self["Approvals", "Genehmigungen"] }
    package var settingsAsksStillWait: String { self["A request that is switched off still waits here in the app.", "Was abgeschaltet ist, wartet trotzdem hier in der App."] }
    package var settingsClearScheduled: String { self["Clear All", "Alle entfernen"] }
    package var settingsClearScheduledWhy: String { self["All scheduled reminders on this device are removed.", "Alle Erinnerungen auf diesem Gerät werden entfernt."] }
    package var settingsComplete: String { self["Finished tasks", "Erledigte Aufgaben"] }
    package var settingsDevice: String { self["Device", "Gerät"] }
    package var settingsErrors: String { self["Errors", "Fehler"] }
    package var settingsMessages: String { self["Messages", "Nachrichten"] }
    package var settingsNewItems: String { self["New items", "Neue Einträge"] }
    package var settingsNotCleared: String { self["Some could not be removed. Try again after unlocking the device.", "Einige konnten nicht entfernt werden. Bitte nach dem Entsperren noch einmal versuchen."] }
    package var settingsNotKept: String { self["The switch could not be stored: it applies until the app quits.", "Der Schalter konnte nicht gespeichert werden: Er gilt, bis die App beendet wird."] }
    package var settingsPaused: String { self["Paused tasks", "Angehaltene Aufgaben"] }
    package var settingsQuestions: String { self["Questions", "Fragen"] }
    package var settingsQuiet: String { self["Notifications come quietly, without sound or banner.", "Mitteilungen kommen leise, ohne Ton und Banner."] }
    package var settingsReminders: String { self["Reminders", "Erinnerungen"] }
    package var settingsScheduled: String { self["Scheduled", "Geplant"] }
    package var settingsSilenced: String { self["The system does not show this app's notifications. Requests are still shown in the app.", "Das System lässt keine Mitteilungen dieser App durch. Anfragen stehen trotzdem in der App."] }
    package var settingsStatus: String { self["Progress", "Fortschritt"] }
    package var settingsSystem: String { self["Settings of the System", "Systemeinstellungen"] }
    package var settingsTypes: String { self["Notifications", "Mitteilungen"] }
    package var settingsUpdates: String { self["Updates", "Änderungen"] }
    package var snoozeEvening: String { self["This Evening", "Heute Abend"] }
    package var snoozeHour: String { self["In 1 Hour", "In 1 Stunde"] }
    package var snoozeQuarterHour: String { self["In 15 Minutes", "In 15 Minuten"] }
    package var snoozeTomorrow: String { self["Tomorrow Morning", "Morgen früh"] }
    package var switchNotSupported: String { self["not available", "nicht verfügbar"] }
    package var switchOff: String { self["off", "aus"] }
    package var switchOn: String { self["on", "an"] }
    package var tabHistory: String { self["History", "Verlauf"] }
    package var tabPending: String { self["Pending", "Offen"] }
    package var tabSearch: String { self["Search", "Suche"] }
    package var tabSessions: String { self["Sessions", "Sitzungen"] }
    package var tabSettings: String { self["Settings", "Einstellungen"] }
    package var tokenFailed: String { self["the system provided none", "das System gab keines"] }
    package var tokenRegistered: String { self["the server has it", "der Server hat es"] }
    package var tokenUnregistered: String { self["the server does not have it yet", "der Server hat es noch nicht"] }
    package var topicsName: String { self["Topic", "Thema"] }
    package var topicsNone: String { self["You have no subscriptions.", "Du abonnierst nichts."] }
    package var topicsNotAName: String { self["A topic's name has 1 to 128 characters, without spaces at its ends and without control characters.", "Der Name eines Themas hat 1 bis 128 Zeichen, ohne Leerzeichen am Rand und ohne Steuerzeichen."] }
    package var topicsSubscribe: String { self["Subscribe", "Abonnieren"] }
    package var topicsTitle: String { self["Topics", "Themen"] }
    package var topicsUnsubscribe: String { self["Unsubscribe", "Abbestellen"] }
    package var topicsWhy: String { self["Notifications about a topic reach all your devices.", "Mitteilungen zu einem Thema erreichen alle deine Geräte."] }
}
