"""Which hosts may be named."""

from __future__ import annotations

import pytest

from redaction.hosts import is_loopback, is_public, normalise, parse_list, shipped
from redaction.rules.host_names import TENANTS as NAMES_OF_TENANTS
from redaction.rules.places import OFTEN

TENANTS = (
    "mycorp.openai.azure.com",
    "mycorp.blob.core.windows.net",
    "bucket.s3.amazonaws.com",
    "s3.eu-west-1.amazonaws.com.mycorp.net",
    "words.trycloudflare.com",
    "abc.ngrok.io",
    "team-space.hf.space",
    "team--app.modal.run",
    "3000-box.daytona.work",
    "team.github.io",
    "o1.ingest.sentry.io",
    "3000-key.tunnel.runloop.ai",
    "box-8000.app.github.dev",
    "dpg-x1-a.oregon-postgres.render.com",
    "artifacts.nvidia.com",
    "gpu7.oa.tencent.com",
)


@pytest.mark.parametrize("host", [*TENANTS, *("box-x1" + domain.decode() for domain in NAMES_OF_TENANTS)])
def test_a_tenants_host_on_a_public_service_is_private(host: str) -> None:
    """A name that a customer chose is never public."""
    assert not is_public(host)


@pytest.mark.parametrize(
    "host", ["api.openai.com", "API.OpenAI.com.", "huggingface.co:443", "pypi.org", "docker.io", "ghcr.io"]
)
def test_spelling_does_not_make_a_public_host_private(host: str) -> None:
    """Case, port and final dot do not matter."""
    assert is_public(host)


@pytest.mark.parametrize(
    "host", ["localhost", "127.8.9.10", "[::1]:8000", "0.0.0.0", "app.localhost", "host.docker.internal"]
)
def test_loopback_is_public(host: str) -> None:
    """Loopback tells nothing and stays."""
    assert is_loopback(host)
    assert is_public(host)


@pytest.mark.parametrize(
    "host", ["10.0.0.1", "192.168.1.1", "fd00::1", "db", "llm.corp.internal", "203.0.113.9", "x.example"]
)
def test_an_unlisted_host_is_private(host: str) -> None:
    """What is not listed may not be named, addresses and single labels included."""
    assert not is_public(host)


def test_a_private_domain_overrules_every_list() -> None:
    """What the user calls private is private, with all below it, even if it is also called public."""
    both = frozenset({"github.com"})
    assert not is_public("api.github.com", extra_public=both, private_domains=both)


def test_an_addition_covers_the_hosts_below_it_only() -> None:
    """Domains are matched by whole labels."""
    added = frozenset({"acme.com"})
    assert is_public("gw.acme.com", extra_public=added)
    assert not is_public("evilacme.com", extra_public=added)


def test_a_withdrawn_part_of_a_listed_domain_is_private() -> None:
    """The longest match decides."""
    hosts = parse_list("# comment\n.big.com\n!.apps.big.com\none.apps.big.com\n")
    assert hosts.holds("www.big.com")
    assert not hosts.holds("x.apps.big.com")
    assert hosts.holds("one.apps.big.com")


def test_our_own_placeholder_is_left() -> None:
    """Redacting twice changes nothing."""
    assert is_public("private-host-12.invalid")


def test_every_line_of_the_shipped_list_is_a_host_in_its_one_spelling() -> None:
    """No scheme, port, star or capital letter slipped into the list."""
    hosts = shipped()
    assert len(hosts.exact) > 50
    for host in hosts.exact | hosts.domains | hosts.withdrawn:
        assert normalise(host) == host
        assert not set(host) & set("/*@ ")


@pytest.mark.parametrize("host", [host.decode() for host in OFTEN])
def test_hosts_that_are_passed_over_early_are_public(host: str) -> None:
    """A host that the rule for URLs does not even look at is one that it would let stand."""
    assert is_public(host)
