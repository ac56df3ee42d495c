"""Passwords as generators make them, with any sign, go whole from wherever they are written without or within quotes."""

import json
import shlex

import pytest

from redaction import Policy, Redactor

PASSWORDS = (
    "Zq" + '"yg5BX"Z8[',
    "!yBH" + "CJoWsA4",
    "g?]T91" + "mLFG2<zl4RfG",
    "h{Y)Un" + "Bbz-GIO3H",
    "[B@:t&" + "8kq$nK0XG/n5m8",
    "eCJ7D]" + "`}b^L=r",
    "tx'2{=" + "8WFTykcf",
    "o/TK'm" + "&%|R+I7q",
    "$Kq9!v" + "B7zz#L",
    "Y6T|N/r1" + "(t>h}P,4I?x",
)
PLACES = {
    "a log": lambda value: f"2026-12-03 INFO password={value}\nnext line",
    "yaml": lambda value: f"password: {value}\nport: 1",
    "env": lambda value: f"DB_PASSWORD={value}\nPATH=/bin",
    "flag": lambda value: f"$ tool --password {value} --port 1",
    "flag quoted": lambda value: f"$ tool --password {shlex.quote(value)} --port 1",
    "export": lambda value: f"export DB_PASSWORD={shlex.quote(value)}\nls",
    "json": lambda value: json.dumps({"password": value, "port": 1}),
    "sentence": lambda value: f"the password is {value}\nbye",
    "quoted sentence": lambda value: f"Login failed for user root with password {value!r}, bye",
    "curl": lambda value: f"curl -u {shlex.quote('root:' + value)} https://example.com/x",
    "mysql": lambda value: f"mysql -u root -p{shlex.quote(value)} db",
    "sshpass": lambda value: f"sshpass -p {shlex.quote(value)} ssh host",
    "netrc": lambda value: f"machine x.example.com login root password {value}\nmachine",
    "pair": lambda value: f"auth=('root', {value!r}), 1",
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("password", PASSWORDS)
def test_no_part_of_a_password_stays(place: str, password: str) -> None:
    """Whatever stands in it, no five characters of it are left; what stands around it is."""
    text = PLACES[place](password)
    redacted = Redactor(Policy()).redact(text.encode()).data.decode()
    written = (password, json.dumps(password)[1:-1], repr(password)[1:-1])
    assert not [each[at : at + 5] for each in written for at in range(len(each) - 4) if each[at : at + 5] in redacted]
    assert redacted.endswith(text[-2:])


@pytest.mark.parametrize("password", [each for each in PASSWORDS if not set(each) & set("/?#@[&`")])
def test_a_password_in_a_url_goes_with_its_quotes(password: str) -> None:
    """A client that does not escape writes it as it is."""
    redacted = Redactor(Policy()).redact(f"GET https://root:{password}@db.example.com/x done".encode()).data.decode()
    assert password[1:6] not in redacted
    assert password[-5:] not in redacted
    assert redacted.endswith("/x done")


@pytest.mark.parametrize(
    "text",
    [
        'password=os.environ["DB_PASSWORD"]',
        "login(password=sys.argv[2],port=3)",
        "password = get_password(user[0], X)",
        "password=${DB_PASSWORD:-none}",
        "the password is wrong (code=7)",
        "secret=lambda x: x[1:3]",
        "self.password=kwargs.get('password',None)",
        "<password>{{ item.password }}</password>",
        "if(password!==confirm){throw new Error('x')}",
        "password=password[1:-1].strip()",
        '"http://example.com:8080", "me@example.com"',
        "curl -u $USER:$PASS https://example.com",
        "mysql -u root -p'$MYSQL_PASSWORD' db",
        "assert password == expected['password'], 'no'",
    ],
)
def test_programs_stay(text: str) -> None:
    """An expression has names in it, and longer ones than a generator makes."""
    redacted = Redactor(Policy()).redact(text.encode()).data.decode()
    assert redacted.replace("REDACTED-email-1", "me@example.com") == text


@pytest.mark.parametrize(
    "text",
    [
        "$ PGPASSWORD={} psql -h x",
        "docker run -e DB_PASSWORD={} image",
        "$ tool --password {} --port 1",
        "the password is {}\nbye",
    ],
)
@pytest.mark.parametrize("password", ["zqBx" + "wGvkJdrtHm", "hvqx" + "ndkgwzrpfj", "KvGq" + "ZdXjWkPbMt"])
def test_a_password_of_letters_goes(text: str, password: str) -> None:
    """One in eight generated passwords holds no digit; it reads like no word."""
    assert password not in Redactor(Policy()).redact(text.format(password).encode()).data.decode()


@pytest.mark.parametrize(
    "text",
    [
        "the password is required here",
        "$ tool --password passwordfile --port 1",
        "the password is knowledgeable",
        "TOKEN=ConfigurationProvider python run.py",
        "--password PromptForPassword",
    ],
)
def test_words_behind_a_password_stay(text: str) -> None:
    """What reads like a word is one."""
    assert Redactor(Policy()).redact(text.encode()).data.decode() == text
