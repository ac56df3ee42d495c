"""The hand-over stays short, exact and quiet whatever the texts hold."""

from __future__ import annotations

import shlex
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from bundler.render.filing import URL_LIMIT, gh_command, new_issue_url, short_text

TEXTS = st.text(max_size=3000)


@given(
    title=TEXTS.filter(bool),
    path=st.text(alphabet=st.characters(exclude_characters="\0/", categories=["L", "P", "Z"]), min_size=1),
)
def test_gh_command_is_one_command(title: str, path: str) -> None:
    """Whatever title and path hold, a shell reads back exactly these arguments."""
    words = shlex.split(gh_command(title, Path(path), "owner/name"))
    assert words == ["gh", "issue", "create", "--repo", "owner/name", "--title", title, "--body-file", str(Path(path))]


@given(
    st.fixed_dictionaries(dict.fromkeys(("summary", "cause", "phase", "next_step"), TEXTS)),
    st.dictionaries(st.just("task_id"), TEXTS),
)
def test_the_page_address_is_short_and_keeps_its_fields(diagnosis: dict[str, str], run: dict[str, str]) -> None:
    """The address never exceeds its limit and names the repository, the title and the form."""
    address = new_issue_url(
        "owner/name", "a title", diagnosis, run, template="bug.yml", fields={"what": "summary", "id": "task"}
    )
    assert len(address) <= URL_LIMIT
    query = parse_qs(urlsplit(address).query, keep_blank_values=True)
    assert query["template"] == ["bug.yml"]
    assert set(query) == {"title", "template", "what", "id"}
    assert len(new_issue_url("owner/name", "a title", diagnosis, run)) <= URL_LIMIT


@given(st.fixed_dictionaries({"summary": TEXTS, "cause": TEXTS}))
def test_the_chat_form_mentions_nobody(diagnosis: dict[str, str]) -> None:
    """The short form holds no ``@`` and no control characters, and keeps its lines."""
    shown = short_text("title", diagnosis, {})
    assert "@" not in shown
    assert "\x1b" not in shown


def test_another_github_has_its_own_page() -> None:
    """A repository that names its host is filed there."""
    assert new_issue_url("git.corp.example/owner/name", "t", {}, {}).startswith(
        "https://git.corp.example/owner/name/issues/new?"
    )
    assert new_issue_url("owner/name", "t", {}, {}).startswith("https://github.com/owner/name/issues/new?")
