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
    access account admin administrator agent agentcompass agents analysis anonymous anthropic anything apikey
    artifact artifacts assistant async attempt attempts auth authorization azure backend basic bearer benchmark
    benchmarks between browser bucket cancelled changeit changeme chat checkpoint claude client cluster code
    command completed completion completions concurrency config configuration connection console container content
    context credential credentials daemon data database dataset datasets daytona debug deepseek default demo
    deploy desktop details developer development disabled docker documents domain download downloads dummy email
    embedding empty enabled endpoint environment error errors evaluate evaluation evaluator example exception
    execution expired external failed failure false fatal field filter flash forbidden format function gateway
    gemini general github gitlab global google gpt-4o gpt-4o-mini group guest harness harnesses header headers
    home host host_process hostname huggingface image images important inference info input instance integration
    internal invalid invalid_api_key issue issues jenkins job json judge judges kubernetes latest library limit
    linux litellm local localhost localhost.localdomain login machine main master message messages metadata method
    metrics mini missing mistral modal mode model models modelscope moonshot network nobody node none normal
    not_set null number object offline online openai openai-chat openai_chat openai_responses opencompass
    openrouter operation operator optional organization output owner package param params passwd password pending
    permission pipeline placeholder platform plugin port postgres preview private process processing production
    profile progress project prompt prompts protocol provider proxy public python python3 qwen random readonly
    readwrite reasoning recipe recipes redacted redis region registry release remote replace request requests
    required research reset resource response responses restart result results retries retry root runner running
    runtime sample sandbox scale score script scripts search secret secrets select sentinel server service session
    settings setup shared sk-... skipped software source sources special stage staging standard start started
    startup state status storage stream string subprocess success summary support swe-bench swebench symlink
    system systems target task tasks temp temporary terminal terminal-bench test tester testing tests text thread
    timeout token tokens tool tools trace traceback trajectory transport travis true tunnel type ubuntu unable
    unauthorized undefined unknown unset update upload user username users vagrant value values vendor
    verification verifier version virtual volume warning windows worker workers workflow workspace workspaces
    write your-api-key your_api_key yourapikey
    """.split()  # noqa: SIM905 - a list literal of words is unreadable
)

EVERYDAY: Final = frozenset(
    """
    a able abort aborted about above absolute accept accepted across actually add added after again against ago
    all allow allowed almost along already also although always am among amount an and another answer any api
    appear application apply are argument arguments around array as ask asked assert assertion at attribute
    available average away back bad base be became because become been before began begin behind being below best
    better both bottom break build built but by bytes call called calls came can cannot cause caused change
    changed changes char chars check checked class clean clear close closed collect collected come comes common
    compare compute condition considered contain contains continue control copied copy correct could count create
    created current currently cut day days dead def define defined del delete deleted depth detail did diff
    different dir directory do does doing don done down due during each easy either element else empty encode
    encoded end ended ends enough entry equal etc even event ever every exact exactly except exist existing exists
    exit exited expect expected extra fail fails fall far fast few files final finally find fine finish finished
    first fix fixed flag follow following follows for force form forward found four free from full further future
    gave get gets getting give given gives go goes going gone good got great had half hand handle handled handling
    happen happened hard has have having he head held help her here high him his hold hour hours how however i id
    idea if ignore ignored implement import in include included includes including indeed index inner insert
    inside instead int into is isn it item items its itself just keep kept key keys kind know known large last
    late later least leave left len length less let level like line lines list load loaded local lock log logger
    logging logs long longer look lost lot low made main make makes making many mark match matched matching maybe
    me mean means meant memory might minute minutes missed moment more most move moved ms much must my name named
    names near need needed needs never new next no non nor not note nothing now number numbers of off often ok old
    on once one only open opened option options or order original other others our out over own page pair parse
    parsed parser parsing part pass passed past path paths per perhaps place plan point points possible present
    previous print printed prior probably problem provide provided put question quick quite raise raised range
    rather re reach reached read reading reads ready real really reason receive received recent record remove
    removed reply report reported represent return returned returning returns right row run runs safe said same
    save saved saw say says sec second seconds section see seem seems seen self send sent sequence set sets
    several shall she should show showed shown side simple simply since single size skip slow small so solution
    solve some something soon sort space split standard state statement step steps still stop stopped store such
    sum sure take taken takes tell term than that the their them then there these they thing things think this
    those though three through thus time times to today together told too took top total toward tried tries true
    try trying turn two under unexpected unique unit unless until up upon us use used useful user uses using usual
    valid values very via wait waiting want wanted was way we week well went were what when where whether which
    while who whole why will with within without word words work working works would writing written wrong year
    years yes yet you your zero
    returncode timestamps toolcalls stacktrace startswith endswith multiprocessing argparse logprobs subagent
    """.split()  # noqa: SIM905 - a list literal of words is unreadable
)

_PLAIN_WORD: Final = re.compile(
    r"[a-z]{1,19}\Z|[A-Z]{1,19}\Z|[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,}){0,4}\Z|[0-9]{1,7}\Z|[a-z]+(?:[ _.-][a-z]+){0,3}\Z"
)
_SMALL_NUMBER: Final = re.compile(r"[0-9.,:-]{1,7}\Z")
_SHORTEST_LEARNT: Final = 8
_LONGEST_LEARNT: Final = 2048
_FEWEST_LETTERS: Final = 5


def is_common(value: str) -> bool:
    """Say whether a value is a word of the subject or of everyday configuration, in any case."""
    return value.strip().lower() in _WORDS


def may_spread(value: str, *, certain: bool, name: bool = False) -> bool:
    """Say whether a value learnt from its context may be removed everywhere.

    Prose after ``password is`` gives words such as ``incorrect``: those must stay, so there a value spreads only if
    it is no plain word. Under a key of a JSON document it is ``certain`` to be a value, and any word spreads that is
    not an everyday one. It needs eight characters and five different ones; rules find values above 2 KB themselves.
    A ``name`` of a person is matched as a whole word only, so four characters are enough.
    """
    if name:
        return (
            len(value) >= SHORTEST_NAME
            and not is_common(value)
            and value.lower() not in EVERYDAY
            and not value.isdigit()
        )
    if not _SHORTEST_LEARNT <= len(value) <= _LONGEST_LEARNT or len(set(value)) < _FEWEST_LETTERS:
        return False
    if is_common(value) or value.lower() in EVERYDAY:
        return False
    return _SMALL_NUMBER.match(value) is None and (certain or _PLAIN_WORD.match(value) is None)
