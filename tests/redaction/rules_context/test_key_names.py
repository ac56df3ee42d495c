"""Key names in any spelling are judged by their words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redaction.key_names import KeySensitivity, is_harmless_in_container, sensitivity
from redaction.key_words import word_set

SECRET = sorted(
    word_set("""
    apiKey api-key api.key API_KEY x-fakecorp-auth X-Api-Key secret token passphrase aksk github_pat 密码 令牌
    DB_PASS SENTRY_DSN SLACK_WEBHOOK_URL AWS_SECRET_ACCESS_KEY aws_access_key_id SSO_JWT MODAL_TOKEN_ID apikey
    accessToken clientSecret dbpassword SECRET_KEY_BASE OPENAI_API_KEY_2 X-Amz-Signature Set-Cookie
    Proxy-Authorization access_tokens api_keys _authToken accountKey Ocp-Apim-Subscription-Key x-goog-api-key
    X-Amz-Security-Token judge_model.api_key connectionString identitytoken
""")
)
CONTAINER = sorted(
    word_set("""
    credentials auth auths headers extra_headers default_headers env env_variables run_env_variables cookies
    secrets
""")
)
NONE = sorted(
    word_set("""
    max_tokens token_count total_tokens prompt_tokens tokenizer token_usage tokens_per_second
    completion_tokens_len key keys keyboard primary_key foreign_key sort_key cache_key partition_key public_key
    request_key key_id monkey author authors authority wrap_api_key api_key_env api_key_name primary_metric
    secretary passed pass_at_1 pass_rate password_policy session session_id cookie_policy auth_type auth_method
    token_type request_id eos_token pad_token_id next_page_token environment PWD OLDPWD compass
""")
)


@pytest.mark.parametrize("name", SECRET)
def test_a_sensitive_name_is_secret(name: str) -> None:
    """Any spelling, prefix or number around the word leaves it sensitive."""
    assert sensitivity(name) is KeySensitivity.SECRET
    assert sensitivity(name.encode()) is KeySensitivity.SECRET


@pytest.mark.parametrize("name", CONTAINER)
def test_a_container_announces_secrets_below_it(name: str) -> None:
    """Headers, variables and cookies hold secrets under any inner name."""
    assert sensitivity(name) is KeySensitivity.CONTAINER


@pytest.mark.parametrize("name", NONE)
def test_a_look_alike_is_harmless(name: str) -> None:
    """Counts, keys of tables, names of variables and switches are no secrets."""
    assert sensitivity(name) is KeySensitivity.NONE


@pytest.mark.parametrize("name", ["Content-Type", "accept", "User-Agent", "PATH", "LC_ALL", "HF_HOME"])
def test_protocol_and_locale_are_harmless_in_containers(name: str) -> None:
    """What says nothing private stays readable."""
    assert is_harmless_in_container(name)


@given(st.sampled_from(SECRET), st.sampled_from(["x-", "my_", "corp.", "FOO_", "team2-"]))
def test_a_prefix_never_makes_a_secret_harmless(name: str, prefix: str) -> None:
    """Whoever puts a company's name before a key does not hide it."""
    assert sensitivity(prefix + name) is KeySensitivity.SECRET


@given(st.text(max_size=400))
def test_any_text_is_judged(name: str) -> None:
    """No name is too strange."""
    assert sensitivity(name) in KeySensitivity
