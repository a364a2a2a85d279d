"""Opens an account by the camelCase contract, with nothing but Python's standard library.

Prints one JSON object: what was answered, step by step.
"""

import json
import os
import urllib.error
import urllib.parse
import urllib.request

BASE_URL = os.environ["BASE_URL"]


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer like any other here."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirects)


def ask(address, fields=None, headers=None):
    """Sends a form, or nothing at all. Returns status, headers and body, also of a refusal."""
    data = urllib.parse.urlencode(fields).encode() if fields is not None else None
    request = urllib.request.Request(address, data=data, headers=headers or {})
    try:
        answer = opener.open(request, timeout=20)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    with answer:
        return {
            "status": answer.status,
            "headers": {name.lower(): answer.headers.get_all(name) for name in answer.headers},
            "body": answer.read().decode("utf-8"),
        }


def main():
    key_id, secret = os.environ["KEY_ID"], os.environ["KEY_SECRET"]
    token_url, sso_url = BASE_URL + "/auth/v1/token", BASE_URL + "/auth/v1/sso"
    issued = ask(token_url, {"grantType": "client_credentials", "clientId": key_id, "clientSecret": secret})
    refresh = {
        "grantType": "refresh_token",
        "clientId": os.environ["USERNAME_OF_KEY"],
        "refreshToken": json.loads(issued["body"])["refreshToken"],
    }
    refreshed = ask(token_url, refresh)
    bearer = {"Authorization": "Bearer " + json.loads(refreshed["body"])["accessToken"]}
    granted = ask(sso_url, {"accountId": os.environ["ACCOUNT_ID"], "locale": "de-at"}, bearer)
    grant_url = json.loads(granted["body"])["grantUrl"]
    steps = {
        "issued": issued,
        "refreshed": refreshed,
        "granted": granted,
        "opened": ask(grant_url),
        "openedAgain": ask(grant_url),
        "refused": ask(token_url, {"grantType": "client_credentials", "clientId": key_id, "clientSecret": "wrong"}),
    }
    print(json.dumps(steps))


main()
