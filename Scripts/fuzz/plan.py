"""What is sent to which routes, and what must hold then.

Two passes for each role: one in ASCII, in which the description's lengths are exact so that bad data must be refused
and good data taken, over the routes of the role; one in all of Unicode over all routes, in which the rest must hold.
"""

from __future__ import annotations

from typing import Iterator

ROLES = ["agent", "device", "admin"]

#: Good data that a route may still refuse, and why.
REFUSABLE = {
    "createAsk": "the digest must be that of the input",
    "answerAsk": "the signature must be the device's",
    "registerDevice": "the code must be open, and the time zone one that there is",
    "importDevices": "the tokens must be hexadecimal for APNs, and the users and apps named",
    "sendNotification": "the category must not be an ask's, and what is silent says less",
    "validateNotification": "the same",
    "cancelNotification": "an ask is withdrawn instead",
    "snoozeNotification": "the ask must not end before",
    "notificationHistory": "a page goes without a cursor",
    "createCampaign": "the notification names nobody, and the audience somebody",
    "createSchedule": "its time must come",
    "updateSchedule": "its time must come",
    "putItem": "the picture must stand at an HTTPS address",
    "updateItem": "the same",
    "itemChanges": "the cursor must be one that was given",
    "subscribeToItem": "somebody must be named",
    "notifyOfItem": "the same, unless all are meant",
    "remindOfItem": "the item must be open, and its time must come",
    "subscribe": "somebody must be named",
    "listMessages": "one cursor goes without the other",
    "reportLiveActivity": "an activity has a token while it is active",
    "putPushToStart": "the token must be hexadecimal",
    "publishBroadcast": "what is sent depends on the event",
    "sendReceipt": "what it names depends on its kind",
    "updateSession": "progress must not be beyond its end",
    "putPreferences": "names and sizes are limited together",
    "events": "the request must be an upgrade",
}


#: Routes of what is kept after it was ended, so that it can be seen how.
KEPT = [
    "getAsk", "answerAsk", "withdrawAsk", "getCampaign", "listCampaigns", "stopCampaign", "getSchedule",
    "listSchedules", "updateSchedule", "cancelSchedule", "getNotification", "cancelNotification",
]


def passes(document: dict, role: str, key: str, examples: int, seed: int) -> Iterator[tuple[str, str]]:
    """The name of each pass and its configuration."""
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    foreign = [operation["operationId"] for operation in operations if not _is_of(operation, role)]
    yield "exact", _config(key, examples, seed, "ascii", True, foreign)
    yield "wild", _config(key, max(1, examples // 2), seed, "utf-8", False, [])


def _is_of(operation: dict, role: str) -> bool:
    """Whether keys of `role` may call it; what everyone may call is one role's to test."""
    roles = [name for requirement in operation["security"] for name in requirement.get("key", [])]
    return role in roles if roles else role == ROLES[0]


def _list(names: list) -> str:
    return ", ".join(f'"{name}"' for name in sorted(names))


def _config(key: str, examples: int, seed: int, codec: str, is_exact: bool, foreign: list) -> str:
    exact, wild = str(is_exact).lower(), str(not is_exact).lower()
    excluded = f"""
[[operations]]
include-operation-id = [{_list(foreign)}]
enabled = false
""" if foreign else ""
    return f"""
seed = {seed}
continue-on-failure = true
request-timeout = 20
workers = 1
warnings = false

# The keys die with the server; a request that cannot be sent again helps nobody.
[output.sanitization]
enabled = false

[headers]
Authorization = "Bearer {key}"

[generation]
codec = "{codec}"
max-examples = {examples}
allow-x00 = {wild}
database = "none"
no-shrink = true

[phases.examples]
enabled = {exact}

[phases.coverage]
enabled = {exact}

[phases.stateful]
enabled = {exact}

# Ids from responses are for the stateful phase: elsewhere one of them might remove what the key itself stands on.
[phases.examples.extra-data-sources]
responses = false

[phases.coverage.extra-data-sources]
responses = false

[phases.fuzzing.extra-data-sources]
responses = false

[checks.negative_data_rejection]
enabled = {exact}

# 422 besides the usual ones: an Idempotency-Key may have come before.
[checks.positive_data_acceptance]
enabled = {exact}
expected-statuses = ["2xx", 304, 401, 403, 404, 409, 410, 422]

[[operations]]
include-operation-id = [{_list(REFUSABLE)}]
checks.positive_data_acceptance.enabled = false

# What was withdrawn, stopped or cancelled can still be read.
[[operations]]
include-operation-id = [{_list(KEPT)}]
checks.use_after_free.enabled = false

# The same here.
[[operations]]
include-operation-id = ["removeDevice", "revokeKey"]
phases.stateful.enabled = false

# Nobody waits here.
[[operations]]
include-operation-id = "getAsk"
parameters = {{ "query.wait" = 0 }}
{excluded}"""
