"""The requests to each route, and their expected results.

There are two passes for each role. The exact pass uses ASCII, for which the lengths in the document are exact, and the routes of the
role: invalid data must be refused and valid data accepted. The wild pass uses all of Unicode and all routes, with the other checks.
"""

from __future__ import annotations

from typing import Iterator

ROLES = ["agent", "device", "admin"]

#: Routes that may refuse valid data, with the reason.
REFUSABLE = {
    "createAsk": "the digest must be that of the input",
    "answerAsk": "the signature must be the device's",
    "registerDevice": "the code must be valid, and the time zone must exist",
    "importDevices": "APNs tokens must be hexadecimal, and users and apps are required",
    "sendNotification": "the category must not be an ask's, and a silent notification has fewer fields",
    "validateNotification": "the same",
    "cancelNotification": "an ask is withdrawn instead",
    "snoozeNotification": "the ask must end after the snooze",
    "notificationHistory": "page and cursor exclude each other",
    "createCampaign": "the notification must name no user, and the audience at least one",
    "createSchedule": "the time must be in the future",
    "updateSchedule": "the time must be in the future",
    "putItem": "the picture must have an HTTPS address",
    "updateItem": "the same",
    "itemChanges": "the cursor must come from a response",
    "subscribeToItem": "a user must be named",
    "notifyOfItem": "a user must be named, unless all are notified",
    "remindOfItem": "the item must be open, and the time in the future",
    "subscribe": "a user must be named",
    "listMessages": "the two cursors exclude each other",
    "reportLiveActivity": "an active activity has a token",
    "putPushToStart": "the token must be hexadecimal",
    "publishBroadcast": "the fields depend on the event",
    "sendReceipt": "the fields depend on the kind",
    "updateSession": "progress must not exceed the total",
    "putPreferences": "names and sizes are limited together",
    "events": "the request must be an upgrade",
}


#: Routes of objects that remain readable after their end.
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
    """True if keys of `role` may call the route. Public routes are tested with the first role."""
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

# The keys are valid only for this server, and a failed request must be repeatable.
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

# Only the stateful phase uses ids from responses: in other phases a request could remove the key's own device.
[phases.examples.extra-data-sources]
responses = false

[phases.coverage.extra-data-sources]
responses = false

[phases.fuzzing.extra-data-sources]
responses = false

[checks.negative_data_rejection]
enabled = {exact}

# 422 in addition to the default statuses: an Idempotency-Key may be a repeated one.
[checks.positive_data_acceptance]
enabled = {exact}
expected-statuses = ["2xx", 304, 401, 403, 404, 409, 410, 422]

[[operations]]
include-operation-id = [{_list(REFUSABLE)}]
checks.positive_data_acceptance.enabled = false

# Withdrawn, stopped and cancelled objects can still be read.
[[operations]]
include-operation-id = [{_list(KEPT)}]
checks.use_after_free.enabled = false

# In the stateful phase they could remove the run's own device or key.
[[operations]]
include-operation-id = ["removeDevice", "revokeKey"]
phases.stateful.enabled = false

# No request waits for an answer.
[[operations]]
include-operation-id = "getAsk"
parameters = {{ "query.wait" = 0 }}
{excluded}"""
