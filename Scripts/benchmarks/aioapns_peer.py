"""Sends with aioapns to a local server, and prints the requests per second: aioapns_peer.py PORT REQUESTS STREAMS"""

import asyncio
import ssl
import sys
import time

from aioapns import APNs, NotificationRequest
from aioapns.connection import APNsDevelopmentClientProtocol
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat


class Protocol(APNsDevelopmentClientProtocol):
    """Relates responses, which all have the same id here, to requests by their order."""

    APNS_SERVER = "127.0.0.1"

    def on_response_received(self, headers: dict[bytes, bytes]) -> None:
        super().on_response_received({**headers, b"apns-id": next(iter(self.requests)).encode()})


async def main(port: int, requests: int, streams: int) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    key = ec.generate_private_key(ec.SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    client = APNs(key=key, key_id="ABCDEFGHIJ", team_id="ABCDEFGHIJ", topic="com.example.app", use_sandbox=True, max_connections=1,
                  ssl_context=context)
    Protocol.APNS_PORT = port
    client.pool.protocol_class = Protocol

    async def send(first: int) -> None:
        for number in range(first, requests, streams):
            result = await client.send_notification(
                NotificationRequest(device_token=f"{number % 5000:064x}", message={"aps": {"alert": "x" * 279}}))
            if not result.is_successful:
                sys.exit(f"refused: {result.description}")

    await send(requests - 1)
    start = time.perf_counter()
    await asyncio.gather(*(send(first) for first in range(streams)))
    print(requests / (time.perf_counter() - start))


asyncio.run(main(*map(int, sys.argv[1:])))
