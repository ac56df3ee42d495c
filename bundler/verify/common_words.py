"""Words that kept and withheld texts share without one copying the other: function words, and what programs say."""

from __future__ import annotations

from typing import Final

COMMON_WORDS: Final = frozenset(
    word.encode()
    for word in """
    a about above after again against all also already am an and any are as at be because been before being below
    between both but by can cannot could did do does done down during each either else even every few first for found
    from further get give given go had has have having he her here him his how however i if in into is it its itself
    just last least less like made make many may me might more most much must my near need new next no none nor not
    nothing now of off often on once one only or other our out over own per please possible same see seen set several
    shall she should since so some still such take than that the their them then there these they this those three
    through time times to too two under until up upon use used user uses using very via was we well were what when
    where whether which while who whole why will with within without would yes yet you your
    abort aborted access action active actual add added address again agent agents allowed api app application arg
    args argument arguments async asyncio attempt attempts attribute auth authentication available await bad bash
    benchmark body bool build bytes cache call called calls cancel cancelled cancellederror cause causes chat check
    class clean client clock close closed code command commands complete completed completion completions config
    connect connected connection container content context copy correct core count create created current cwd data
    dataset date debug default delete denied dict direct directory disabled docker does duration empty enabled end
    ended endpoint engine enter env environment equal err error errors evaluate evaluation event events exceed
    exceeded except exception exceptions exec execute executed execution exist exists exit exited expected expired
    extra fail failed fails failure false fatal field file filename files final finish finished float follow following
    follows for forbidden format func function generate generated handler harness header headers help host http https
    id image import incorrect index info init input install installed int internal interrupted invalid io item items
    job json key keys killed kwargs len length lib limit line lines list load loaded local log logger logging logs loop
    main match max maximum message messages method min minimum missing mode model models module ms name names network
    none null number object occurred ok open openai operation option options os output outputs package packages
    param params parse parsed parser pass passed path paths permission phase pid pip port post prefix print process
    program progress project prompt protocol provided provider proxy put py pytest python raise raised raises range
    rate reached read reason received recent record refused rejected release reload remote remove request requests
    require required requires reset resource response result results resume retries retry retrying return returned
    returncode returns role root run runner running runs runtime sandbox save saved schema score script second seconds
    self send sent server service session setup shell signal site size skip skipped sleep socket source space stack
    start started starting state status stderr stdin stdout step steps stop stopped str stream string stopping success
    successful successfully sys system task tasks temp terminated test tests text thread threads throttled timed
    timeout timeouterror timeouts timestamp tmp token tokens tool tools total trace traceback true try trying type
    typeerror unable unauthorized unavailable unexpected unhandled unit unknown unsupported update url urllib usr
    valid value valueerror values var verify version wait waiting wall warn warning warnings worker workers working
    write written wrong
    accept alive authorization basic bearer br brotli charset chunked control cookie deflate encoding etag gzip html
    identity keep language location origin referer transfer utf8 utf vary xml zstd
    aborterror assertionerror attributeerror badrequest connecterror connectionerror filenotfounderror gateway httperror
    httpx importerror indexerror jsondecodeerror keyerror modulenotfounderror oserror permissionerror ratelimiterror
    runtimeerror subprocess timeoutexception
    """.split()  # noqa: SIM905 -- a list of words reads best as words
)
