"""Words that are never removed everywhere, only where their context says that they are a secret."""

from __future__ import annotations

import re
from typing import Final

SHORTEST_SECRET: Final = 6
"""A known secret below this many characters goes by context only: removing it everywhere would eat the evidence."""

SHORTEST_NAME: Final = 4
"""The same for names of people and machines, which are only matched as whole words."""

_WORDS: Final = frozenset(
    """
    access account admin administrator agent agentcompass agents analysis anonymous anthropic anything apikey artifact
    artifacts assistant async attempt attempts auth authorization azure backend basic bearer benchmark benchmarks
    between browser bucket cancelled changeme changeit chat checkpoint claude client cluster code command completed
    completion completions concurrency config configuration connection console container content context credential
    credentials daemon data database dataset datasets daytona debug deepseek default demo deploy desktop details
    developer development disabled docker documents domain download downloads dummy email embedding empty enabled
    endpoint environment error errors evaluate evaluation evaluator example exception execution expired external
    failed failure false fatal field filter flash forbidden format function gateway gemini general github gitlab
    global google gpt-4o gpt-4o-mini group guest harness harnesses header headers home host host_process hostname
    huggingface image images important inference info input instance integration internal invalid invalid_api_key
    issue issues jenkins job json judge judges kubernetes latest library limit linux litellm local localhost localhost.localdomain
    login machine main master message messages metadata method metrics mini missing mistral modal mode model models
    modelscope moonshot network nobody node none normal not_set null number object offline online openai openai-chat
    openai_chat openai_responses opencompass openrouter operation operator optional organization output owner package
    param params passwd password pending permission pipeline placeholder platform plugin port postgres preview private
    process processing production profile progress project prompt prompts protocol provider proxy public python
    python3 qwen random readonly readwrite reasoning recipe recipes redacted redis region registry release remote replace
    request requests required research reset resource response responses restart result results retries retry root
    runner running runtime sample sandbox scale score script scripts search secret secrets select sentinel server
    service session settings setup shared sk-... skipped software source sources special stage staging standard start
    started startup state status storage stream string subprocess success summary support swebench swe-bench symlink
    system systems target task tasks temp temporary terminal terminal-bench test tester testing tests text thread
    timeout token tokens tool tools trace traceback trajectory transport travis true tunnel type ubuntu unable
    unauthorized undefined unknown unset update upload username user users vagrant value values vendor verification
    verifier version virtual volume warning windows worker workers workflow workspace workspaces write yourapikey your-api-key
    your_api_key
    """.split()
)

_PLAIN_WORD: Final = re.compile(r"[A-Za-z]{1,19}\Z|[0-9]{1,7}\Z|[a-z]+(?:[ _.-][a-z]+){0,3}\Z")
_DISTINCTIVE: Final = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])|(?=.*[a-z])(?=.*[A-Z])|(?=.*[^\sA-Za-z0-9])", re.DOTALL)


def is_common(value: str) -> bool:
    """Say whether a value is a word of the subject or of everyday configuration, in any case."""
    return value.strip().lower() in _WORDS


def may_spread(value: str) -> bool:
    """Say whether a value learnt from its context may be removed everywhere.

    Prose after ``password is`` gives words such as ``incorrect``: those must stay. A value spreads if it has at
    least eight characters and is no plain word or small number.
    """
    return (
        len(value) >= 8  # noqa: PLR2004 - the length below which words are too frequent
        and not is_common(value)
        and not _PLAIN_WORD.match(value)
        and (bool(_DISTINCTIVE.match(value)) or len(value) >= 20)  # noqa: PLR2004 - longer than words
    )
