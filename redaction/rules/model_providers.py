"""Keys of model providers and gateways besides OpenAI, Anthropic, Google and Amazon, as their consoles issue them."""

from __future__ import annotations

from typing import Final

from redaction.examples import BASE64_URL, HEXADECIMAL, LOWER, fake
from redaction.rules.formats import UUID, is_generated, near, token

_WHY: Final = "It calls models on the account's bill."
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _uuid(head: str = "") -> str:
    return head + "-".join(fake(f"{n}", n - 1, HEXADECIMAL) for n in (8, 4, 4, 4)) + "-" + fake("0", 11, HEXADECIMAL)


HUGGING_FACE: Final = token(
    "huggingface-token",
    (b"hf_", b"api_org_"),
    rb"[A-Za-z0-9]{26,}+",
    end=rb"(?![A-Za-z0-9_])",
    why="It reads and writes the account's models and data sets.",
    finds=(fake("hf_", 34), fake("api_org_", 34)),
    leaves=("hf_transformers", "hf_hub_download_with_retries"),
    accepts=is_generated,
)
HUGGING_FACE_LETTERS: Final = token(
    "huggingface-token-letters",
    (b"hf_", b"api_org_"),
    rb"(?=[a-z]{0,33}[A-Z])(?=[A-Z]{0,33}[a-z])[A-Za-z]{34}",
    end=rb"(?![A-Za-z0-9_])",
    stem="huggingface-token",
    why="Tokens of letters alone exist as well.",
    finds=(fake("hf_", 34, _LETTERS),),
    leaves=("hf_" + "a" * 34,),
)
GROQ: Final = token(
    "groq-key", (b"gsk_",), rb"[A-Za-z0-9]{32,}+", why=_WHY, finds=(fake("gsk_", 52),), leaves=("gsk_short",)
)
XAI: Final = token(
    "xai-key", (b"xai-",), rb"[A-Za-z0-9]{40,}+", why=_WHY, finds=(fake("xai-", 80),), leaves=("xai-grok-models",)
)
PERPLEXITY: Final = token(
    "perplexity-key", (b"pplx-",), rb"[A-Za-z0-9]{32,}+", why=_WHY, finds=(fake("pplx-", 48),), leaves=("pplx-70b",)
)
FIREWORKS: Final = token(
    "fireworks-key",
    (b"fw_",),
    rb"[A-Za-z0-9]{20,28}+",
    end=rb"(?![A-Za-z0-9_])",
    why=_WHY,
    finds=(fake("fw_", 24),),
    leaves=("fw_version_of_the_device",),
    accepts=is_generated,
)
REPLICATE: Final = token(
    "replicate-key", (b"r8_",), rb"[A-Za-z0-9]{30,}+", why=_WHY, finds=(fake("r8_", 37),), leaves=("r8_register",)
)
NVIDIA: Final = token(
    "nvidia-key",
    (b"nvapi-",),
    rb"[A-Za-z0-9_\-]{40,}+",
    why=_WHY,
    finds=(fake("nvapi-", 64, BASE64_URL),),
    leaves=("nvapi-sys",),
)
CEREBRAS: Final = token(
    "cerebras-key",
    (b"csk-",),
    rb"[a-z0-9]{32,}+",
    why=_WHY,
    finds=(fake("csk-", 48, LOWER),),
    leaves=("csk-3",),
    accepts=is_generated,
)
TOGETHER: Final = token(
    "together-key",
    (b"tgp_v1_",),
    rb"[A-Za-z0-9_\-]{30,}+",
    why=_WHY,
    finds=(fake("tgp_v1_", 43, BASE64_URL),),
    leaves=("tgp_v1_key",),
)
TOGETHER_NEAR: Final = near(
    "together-key-near",
    (b"together",),
    rb"[0-9a-f]{64}",
    stem="together-key",
    why=_WHY,
    finds=(fake("", 64, HEXADECIMAL),),
)
OPENROUTER: Final = token(
    "openrouter-key",
    (b"sk-or-",),
    rb"[A-Za-z0-9\-]{32,}+",
    why=_WHY,
    finds=(fake("sk-or-v1-", 64, HEXADECIMAL),),
    leaves=("sk-or-v1-",),
)
MISTRAL: Final = near(
    "mistral-key", (b"mistral",), rb"(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32}", why=_WHY, finds=(fake("", 32),)
)
COHERE: Final = near(
    "cohere-key", (b"cohere", b"co_api"), rb"(?=[A-Za-z]{0,39}\d)[A-Za-z0-9]{40}", why=_WHY, finds=(fake("", 40),)
)
DEEPINFRA: Final = near(
    "deepinfra-key",
    (b"deepinfra", b"deep_infra"),
    rb"(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32}",
    why=_WHY,
    finds=(fake("", 32),),
)
ZHIPU: Final = near(
    "zhipu-key",
    (b"zhipu", b"bigmodel", b"chatglm", b"glm", b"zai"),
    rb"[0-9a-f]{32}\.[A-Za-z0-9]{16}",
    why=_WHY,
    finds=(fake("", 32, HEXADECIMAL) + "." + fake("", 16),),
)
VOLCENGINE_ARK: Final = near("volcengine-ark-key", (b"ark", b"volcengine", b"doubao"), UUID, why=_WHY, finds=(_uuid(),))
MINIMAX: Final = token(
    "minimax-key",
    (b"sk-api-",),
    rb"[A-Za-z0-9_\-]{32,}+",
    why=_WHY,
    finds=(fake("sk-api-", 110, BASE64_URL),),
    leaves=("sk-api-name",),
)
AI21: Final = near("ai21-key", (b"ai21",), rb"(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32}", why=_WHY, finds=(fake("", 32),))
STABILITY: Final = near(
    "stability-key", (b"stability",), rb"(?=[A-Za-z]{0,47}\d)[A-Za-z0-9]{48}", why=_WHY, finds=(fake("", 48),)
)
ELEVENLABS: Final = near(
    "elevenlabs-key",
    (b"elevenlabs", b"eleven_labs", b"xi-api-key"),
    rb"(?:sk_[0-9a-f]{48}|[0-9a-f]{32})",
    why=_WHY,
    finds=(fake("sk_", 48, HEXADECIMAL), fake("", 32, HEXADECIMAL)),
)
ASSEMBLYAI: Final = near(
    "assemblyai-key",
    (b"assemblyai", b"deepgram", b"voyage"),
    rb"[0-9a-f]{32,40}",
    why=_WHY,
    finds=(fake("", 32, HEXADECIMAL),),
)
VOYAGE: Final = token(
    "voyage-key",
    (b"pa-",),
    rb"[A-Za-z0-9_\-]{40,48}+",
    why=_WHY,
    finds=(fake("pa-", 43, BASE64_URL),),
    leaves=("pa-analytics-of-the-most-recent-week-and-more",),
    accepts=is_generated,
)
LITELLM: Final = token(
    "litellm-key",
    (b"sk-litellm-", b"sk-master-"),
    rb"[A-Za-z0-9_\-]{8,}+",
    why="It is a gateway's key to every model behind it.",
    finds=(fake("sk-litellm-", 22),),
    leaves=("sk-litellm-key",),
)
OLLAMA_CLOUD: Final = near(
    "ollama-key",
    (b"ollama",),
    rb"[0-9a-f]{32}\.[A-Za-z0-9_\-]{24}",
    why=_WHY,
    finds=(fake("", 32, HEXADECIMAL) + "." + fake("", 24),),
)
CLARIFAI: Final = near("clarifai-key", (b"clarifai",), rb"[0-9a-f]{32}", why=_WHY, finds=(fake("", 32, HEXADECIMAL),))
PINECONE: Final = token(
    "pinecone-key",
    (b"pcsk_",),
    rb"[A-Za-z0-9_]{50,}+",
    why="It reads and writes the account's indexes.",
    finds=(fake("pcsk_", 70),),
    leaves=("pcsk_name",),
)
PINECONE_NEAR: Final = near(
    "pinecone-key-near",
    (b"pinecone",),
    UUID,
    stem="pinecone-key",
    why="It reads the account's indexes.",
    finds=(_uuid(),),
)
FAL: Final = near(
    "fal-key",
    (b"fal_key", b"fal.ai", b"fal-key"),
    UUID + rb":[0-9a-f]{32}",
    why=_WHY,
    finds=(_uuid() + ":" + fake("", 32, HEXADECIMAL),),
)
MODELSCOPE: Final = token("modelscope-token", (b"ms-",), UUID, why=_WHY, finds=(_uuid("ms-"),), leaves=("ms-python",))
