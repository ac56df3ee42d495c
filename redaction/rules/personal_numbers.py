"""Numbers that the state, the bank and the telephone give a person, each under its name and with its check digits."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Rule

_PERSON: Final = "It leads to a person."
_IS: Final = rb"\\{0,4}[\"']?\s{0,2}(?:[:=#]|\xef\xbc\x9a|is )?\s{0,2}\\{0,4}[\"']?"


def _is_iban(match: re.Match[bytes]) -> bool:
    """Accept an account number whose check digits are right."""
    text = match["value"].replace(b" ", b"").decode().upper()
    digits = "".join(str(int(character, 36)) for character in text[4:] + text[:4])
    return int(digits) % 97 == 1


def _is_card(match: re.Match[bytes]) -> bool:
    """Accept a card's number whose last digit is right."""
    digits = [byte - 48 for byte in reversed(match["value"]) if 48 <= byte <= 57]  # noqa: PLR2004 - ASCII digits
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[1::2]]  # noqa: PLR2004 - 5 doubled has two digits
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0 and len(set(digits)) > 1


SOCIAL_SECURITY: Final = Rule(
    id="social-security-number",
    kind=Kind.SECRET,
    stem="personal-number",
    why=_PERSON,
    anchors=(b"ssn", b"social security", b"social_security"),
    pattern=lazy(
        rb"(?<![A-Za-z0-9])(?i:ssn|social[ _]security(?:[ _](?:number|no\.?))?)"
        + _IS
        + rb"(?P<value>\d{3}-\d{2}-\d{4})(?![\w\-])"
    ),
    finds=(Example("SSN: 219-09" + "-9999", "219-09" + "-9999"),),
    leaves=("ssn: none", "session 219-09-9999"),
)
IBAN: Final = Rule(
    id="iban",
    kind=Kind.SECRET,
    stem="personal-number",
    why=_PERSON,
    anchors=(b"iban",),
    pattern=lazy(
        rb"(?<![A-Za-z0-9])(?i:iban)" + _IS + rb"(?P<value>[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]){11,30})(?![A-Za-z0-9])"
    ),
    finds=(Example("IBAN: GB82 WEST 1234 " + "5698 7654 32", "GB82 WEST 1234 " + "5698 7654 32"),),
    leaves=("IBAN: GB82 WEST 1234 5698 7654 33", "iban is required"),
    accepts=_is_iban,
)
CARD: Final = Rule(
    id="card-number",
    kind=Kind.SECRET,
    stem="personal-number",
    why=_PERSON,
    anchors=(b"card", b"cc_num", b"ccnum", b"\xe5\x8d\xa1\xe5\x8f\xb7"),
    ahead=rb"(?:[_ \-]?(?:number|num|no\.?)|ber|umber)?+" + _IS + rb"\d{4}",
    pattern=lazy(
        rb"(?:(?i:card(?:[_ \-]?(?:number|num|no\.?))?|cc_?num(?:ber)?)|\xe5\x8d\xa1\xe5\x8f\xb7)"
        + _IS
        + rb"(?P<value>\d{13,19}|\d{4}(?:[ \-]\d{4}){3}(?:[ \-]\d{3})?|\d{4}[ \-]\d{6}[ \-]\d{5})(?![\w.\-])"
    ),
    finds=(Example('"card_number": "4111 1111 ' + '1111 1111"', "4111 1111 " + "1111 1111"),),
    leaves=("card: 4111 1111 1111 1112", "card 1234", "task 4111111111111111"),
    accepts=_is_card,
)
# Cell phone, telephone, WeChat, contact; identity card.
_CHINESE: Final = tuple(
    word.encode()
    for word in ("\u624b\u673a", "\u7535\u8bdd", "\u5fae\u4fe1", "\u8054\u7cfb\u65b9\u5f0f", "\u8eab\u4efd\u8bc1")
)
CHINESE: Final = Rule(
    id="chinese-number",
    kind=Kind.PHONE,
    stem="phone",
    why=_PERSON,
    anchors=(*_CHINESE, b"phone", b"mobile"),
    ahead=rb"(?:[_ ]?(?:number|no\.?))?(?:\xe5\x8f\xb7(?:\xe7\xa0\x81)?)?" + _IS + rb"\d{11}",
    pattern=lazy(
        rb"(?:" + b"|".join(_CHINESE) + rb"|(?i:phone|mobile))"
        rb"(?i:[_ ]?(?:number|no\.?))?(?:\xe5\x8f\xb7(?:\xe7\xa0\x81)?)?"
        + _IS
        + rb"(?P<value>1[3-9]\d{9}|[1-8]\d{16}[\dXx])(?![\w.\-])"
    ),
    finds=(
        Example("\u624b\u673a\uff1a138" + "12345678", "138" + "12345678"),
        Example('"phone_number": "138' + '12345678"', "138" + "12345678"),
    ),
    leaves=("\u624b\u673a\uff1a17", "phone: 123", "\u7535\u8bdd 12345678901234"),
)
