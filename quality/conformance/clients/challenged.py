"""Gets a token with urllib, which sends credentials only in response to a challenge."""

import os
import urllib.parse
import urllib.request

url = os.environ["BASE_URL"] + "/auth/v1/token"
passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
passwords.add_password(None, url, os.environ["KEY_ID"], os.environ["KEY_SECRET"])
opener = urllib.request.build_opener(urllib.request.HTTPBasicAuthHandler(passwords))
form = urllib.parse.urlencode({"grant_type": "client_credentials"}).encode()
with opener.open(url, form) as response:
    print(response.read().decode())
