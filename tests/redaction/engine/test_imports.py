"""What is brought in late or in part is what it would be whole."""

from __future__ import annotations

import subprocess
import sys

import pytest

from redaction import hosts

_OFFLINE = """
import sys
from redaction.offline import without_client
with without_client():
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.plugins import base, ibm_cloud_iam
    assert len(get_mapping_from_secret_type_to_class()) > 20
assert "requests" not in sys.modules and "urllib3" not in sys.modules
{then}
"""
_THEN = {
    "what uses the client gets it": """
from detect_secrets.plugins import stripe
import requests
assert requests.__file__ and sys.modules["requests"] is requests
assert stripe.requests.get is requests.get
assert base.requests.exceptions.RequestException is requests.exceptions.RequestException
""",
    "it is brought in by its use": """
assert issubclass(base.requests.exceptions.Timeout, base.requests.RequestException)
assert "urllib3" in sys.modules
with without_client():
    import requests
    assert requests.__file__
""",
    "it can be imported meanwhile": """
for name in [each for each in sys.modules if each.startswith("detect_secrets")]:
    del sys.modules[name]
with without_client():
    from requests import exceptions
    import requests.sessions
    import detect_secrets.plugins.stripe
import requests
assert requests.exceptions is exceptions and requests.__file__
""",
}


@pytest.mark.parametrize("then", _THEN)
def test_detect_secrets_comes_without_its_client_until_that_is_used(then: str) -> None:
    """Nothing is sent while we run, and another part of the process that sends finds what it needs."""
    ran = subprocess.run(
        [sys.executable, "-c", _OFFLINE.format(then=_THEN[then])],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_list_of_suffixes_is_read_as_its_library_reads_it() -> None:
    """Reading the file ourselves saves a twentieth of a second and changes nothing; the ASCII spellings are there too."""
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415 - ours does without it

    assert hosts._suffixes() == PublicSuffixList()._publicsuffix
