"""Validation of the OpenAPI document, and clients generated from it.

Backends usually generate their clients. Each generator must therefore accept the served document without a warning and without
inventing names, and its client must work with a running server.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

#: Requests of the generated client with a choice of objects in the body, and a list in the response.
REQUESTS = """
import sys
from client import AuthenticatedClient
from client.api.campaigns import create_campaign
from client.api.notifications import notification_history, send_notification
from client.models import AudienceUsers, CampaignRequest, NotificationRequest

request = NotificationRequest(user_id="ada", title="Generated", body="By a generated client")
audience = AudienceUsers(users=["ada", "ben"])
campaign = CampaignRequest(to=audience, notification=NotificationRequest(title="To two", body="At once"))
with AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True) as client:
    sent = send_notification.sync(client=client, body=request)
    page = notification_history.sync(client=client, user="ada")
    assert [item.id for item in page.items] == [sent.id], page
    accepted = create_campaign.sync(client=client, body=campaign)
    assert accepted.to.user_count == 2, accepted
"""


def faults(programs: Path, document: Path, folder: Path, url: str, key: str) -> list[str]:
    """The names of the failed steps.

    :param programs: the folder of the generators.
    :param key: an admin key.
    """
    environment = {**os.environ, "PATH": f"{programs}:{os.environ.get('PATH', '')}", "PYTHONDONTWRITEBYTECODE": "1"}
    client, models = folder / "client", folder / "models.py"
    steps = {
        "openapi-spec-validator": [programs / "openapi-spec-validator", document],
        "datamodel-codegen": [
            programs / "datamodel-codegen", "--input", document, "--input-file-type", "openapi", "--output", models,
            "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin",
        ],
        "datamodel-codegen's models": [programs / "python", "-W", "error", "-c", "import models"],
        "openapi-python-client": [
            programs / "openapi-python-client", "generate", "--path", document, "--meta", "none", "--output-path", client,
            "--fail-on-warning",
        ],
        "openapi-python-client's client": [programs / "python", "-W", "error", "-c", REQUESTS, url, key],
    }
    found = []
    for name, command in steps.items():
        print(f"\n--> {name}", flush=True)
        result = subprocess.run(
            [str(part) for part in command], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        said = (result.stdout + result.stderr).strip()
        if result.returncode or re.search(r"warning", said, re.IGNORECASE):
            print(said[-4000:], flush=True)
            found.append(name)
    if models.exists():
        numbered = re.findall(r"^class (\w+?\d+)\(", models.read_text(), re.MULTILINE)
        if numbered:
            found.append(f"datamodel-codegen had to number {', '.join(numbered)}")
    return found
