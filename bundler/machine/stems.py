"""Placeholder stems from names: which public words of a name may be shown, so that no company's name travels in one."""

from __future__ import annotations

from typing import Final

from redaction.key_names import split_words

_VENDORS: Final = frozenset(
    """
    anthropic aws azure brave browserbase cerebras claude cloudflare cohere dashscope databricks datadog daytona
    deepseek discord docker e2b exa fireworks firecrawl gemini gcp github gitlab google grok groq hf huggingface jina
    kaggle langchain langfuse langsmith litellm minimax mistral modal moonshot mongodb mysql netlify notion npm nvidia
    ollama openai openrouter perplexity pinecone postgres pypi redis replicate sendgrid sentry serpapi serper
    siliconflow slack snowflake stripe supabase tavily telegram together twilio vercel volcengine wandb xai zhipu
    """.split()  # noqa: SIM905 - a list literal of words is unreadable
)
_SORTS: Final = {
    "key": "key",
    "apikey": "key",
    "token": "token",
    "secret": "secret",
    "password": "password",
    "passwd": "password",
    "pass": "password",
    "pwd": "password",
    "jwt": "jwt",
    "cookie": "cookie",
    "dsn": "dsn",
    "auth": "auth",
    "authorization": "auth",
    "credentials": "credentials",
    "webhook": "webhook",
}


def stem_of(name: str) -> str:
    """Return ``openai-key`` for ``OPENAI_API_KEY``, ``jwt`` for ``ACME_SSO_JWT``, ``secret`` if nothing is known."""
    words = split_words(name)
    vendor = next((word for word in words if word in _VENDORS), "")
    sort = next((_SORTS[word] for word in reversed(words) if word in _SORTS), "secret")
    return f"{vendor}-{sort}" if vendor else sort
