"""A web service for Volo. `python web_service.py 8000` answers at http://127.0.0.1:8000."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

import volo


def describe(position: volo.Position) -> dict[str, object]:
    """Return what a client needs to know about a position."""
    return {
        "position": position,
        "turn": position.turn,
        "moves": position.legal_moves(),
        "outcome": position.outcome(),
    }


class Service(BaseHTTPRequestHandler):
    """Answers `/position?from=…&move=…` with JSON, and `/picture?from=…&move=…` with an SVG picture."""

    def do_GET(self) -> None:
        """Answer a request."""
        url = urlsplit(self.path)
        query = dict(parse_qsl(url.query))
        try:
            position = volo.Position(query.get("from", "standard"))
            if "move" in query:
                position = position.play(query["move"])
        except volo.VoloError as error:
            self.answer(400, "application/json", json.dumps({"error": str(error)}))
            return
        if url.path == "/position":
            self.answer(200, "application/json", json.dumps(describe(position), default=volo.to_json))
        elif url.path == "/picture":
            self.answer(200, "image/svg+xml", volo.render.svg.board(position))
        else:
            self.answer(404, "application/json", json.dumps({"error": "there is no such page"}))

    def answer(self, status: int, kind: str, text: str) -> None:
        """Send an answer."""
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Service)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
