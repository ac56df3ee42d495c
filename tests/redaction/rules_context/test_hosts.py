"""Hosts in every place where logs, settings and programs name them; and what looks like a host and is none."""

from __future__ import annotations

import pytest

from redaction import Policy, Redactor
from redaction.rules.host_names import TENANTS

DIGEST = "sha256:" + "5f8a1c3e9b7d2f40" * 4
OWN, ADDRESS = "zorvex", "203.0.113.77"
"""A word and an address that no list holds: nothing of them may stay."""

IMAGES = (
    "python:3.11-slim@{digest}",
    "ubuntu:22.04@{digest}",
    "ghcr.io/all-hands-ai/runtime:0.59-nikolaik@{digest}",
    "FROM node:20.11.1-bookworm-slim@{digest} AS x",
)

SENTENCES = (
    '{"error": "Failed to connect to sandbox"}',
    'Cannot connect to "modal"',
    '"Subproblem Resolve Rate"',
    "Module not found: Error: Can't resolve 'fs' in '/app'",
    'Could not resolve "react"',
    'Failed to resolve "postcss"',
    "attribute lookup builtins.generator failed",
    '"DNS lookup failed"',
    '"Could not resolve project_id"',
    '"Unreachable code"',
    "Could not resolve com.google.firebase:firebase-bom:1.2.3",
    "lookup: dns.lookup",
    "resolve:n.resolve",
    'ModuleNotFound: Can\'t resolve "lodash"',
    '"message": "Failed to connect to daemon"',
    "Can't resolve './x' in '/app/src'",
    "Can't resolve '@mui/material'",
    'Could not resolve "vue-router"',
    "Can't resolve 'react-dom/client' in '/app'",
    "Can't resolve 'react-dom'",
    "connection to server lost",
    "lookup 'x_y' failed",
    '"Resolve conflicts"',
    'resolve: "main"',
    '"unreachable"',
    "cannot connect to 'db'",
    "Could not resolve 'ms'",
    " Could not connect to Ray cluster.",
    "connecting to client",
    "Promise.resolve('done-1')",
    "resolve('node-1')",
    "require.resolve('babel-7')",
    "path.resolve('src-2')",
    "unreachable: 'block-2'",
    "Failed to resolve 'refs/heads/main'",
    "lookup 'key-1'",
    "failed to resolve 'issue-17'",
)

CODE = (
    "package kotlinx.coroutines.internal",
    "package io.reactivex.rxjava3.internal;",
    '{"content": "package io.reactivex.rxjava3.internal;\\n\\nclass X"}',
    '{"content": "x\\nimport kotlinx.coroutines.internal\\n"}',
    '{"stdout": "Untracked files:\\n\\t.env.example\\n\\t.env.local\\n\\t.npmrc.example"}',
    "No module named 'google.protobuf.internal'",
    "from litellm.harness.sandbox.local import x",
    "fsspec.implementations.local",
    "pandas.core.internal",
    "setuptools.command.test",
    "self._locks.internal",
    "obj.internal",
    "aiohttp.internal",
    "pkg.cli.local:main",
    "np.int",
    "builtins.int",
    "torch.int",
    "uuid.int",
    "self.org",
    "self.ca",
    "self.com",
    "args.org",
    "request.org",
    "todo.org",
    "config-h.in",
    "standard-modules.in",
    "asy-list.pl",
    "run-lists.test",
    "docker-compose.override.local",
    "terraform.tfvars.example",
    "vite.config.local",
    "chat.shell.home",
    "color.branch.local",
    "dtype np.int64 to np.int",
    "import fsspec.implementations.local as l",
    "edit todo.org now",
    "vite.config.local and",
    "Makefile.in config-h.in",
    "a.b.int",
    "(self.ca)",
    "open todo.org/",
    "see run-lists.test and",
    "entry pkg.cli.local:main [x]",
    "pkg-1.cli",
    "google.cloud.internal",
    "sklearn.utils.test",
    "aiohttp.internal module",
    "x = obj.internal",
    "keys chat.shell.home=1",
    "config.local",
    "app.config.test",
    "settings.local",
    "jest.config.test",
    "foo.spec.test",
    "env.production.local",
    ".env.production.local",
    "application-dev.local",
    "docker-compose.test",
    "docker-compose.local",
    "config-prod.example",
    "tsconfig.test",
    "vars.py.example",
    "test_x.py.test",
    "com.acme.internal",
    "io.grpc.internal",
    "org.apache.spark.sql.internal",
    "java.lang.internal",
    "java.net.internal",
)

PUBLIC = (
    'report-to: {"endpoints":[{"url":"https:\\/\\/a.nel.cloudflare.com\\/report\\/v4?s=x"}],"group":"cf-nel"}',
    "via: 1.1 0a69d646a38c0e9fae47638e2f4aa690.cloudfront.net (CloudFront)",
    "https://type.googleapis.com/x",
    "googleapis.com",
    "core.windows.net",
    "https://s3.us-east-1.amazonaws.com/",
    "https://bedrock-runtime.us-east-1.amazonaws.com/",
    "https://dynamodb.eu-west-1.amazonaws.com",
    "sqs.us-west-2.amazonaws.com",
    "https://zenodo.org/record/1",
    "https://api.osf.io/v2",
    "https://figshare.com",
    "https://gitcode.com/x",
    "https://coding.net",
    "https://docs.openhands.dev/",
    "https://mini-swe-agent.com/latest",
    "https://hub.harborframework.com/x",
    "https://opencompass.oss-cn-shanghai.aliyuncs.com/x",
    "https://cwe.mitre.org/x",
    "https://deb.nodesource.com/x",
    "gopkg.in/yaml.v3",
    "https://gopkg.in/yaml.v3",
    "https://jitpack.io",
    "https://bun.sh/install",
    "https://packages.microsoft.com/x",
    "https://dl.google.com/x",
    "https://chromedriver.storage.googleapis.com/x",
    "hf://datasets/cais/hle",
    "webpack://app/",
    "docker://python:3.11",
    "chrome://settings",
    "conda://conda-forge",
    "oci://ghcr.io/x",
    "modal://app",
    "about://blank",
    "git://github.com/x",
    "data://x",
    "app://local",
    "vscode://file/x",
    "s3.amazonaws.com",
)

VERSIONS = (
    "from 9.1.0.70 to 9.3.0.75",
    "zlib to 1.3.0.1",
    "V8 to 12.4.254.21",
    "upgraded from 4.9.0.80",
    "version 10.2.3.4 of the driver",
    "update chromium from 120.0.6099.109 to 121.0.6167.85",
    "downgrade to 10.1.2.3",
    "libcurl from 8.4.0.1",
)

PATHS = (
    "ab::cd",
    "de::fa",
    "face::cafe",
    "dead::beef",
    "ff02::1",
    "fe80::/10",
    "std::ab::cd(",
    "use bad::cafe;",
    "ff02::fb",
    "fc00::/7",
    "fe80::",
    "2001:db8::/32",
    "64:ff9b::/96",
    "2000::/3",
)

EVERYBODYS = (
    "HOSTNAME=localhost",
    "HOSTNAME=3f2a9c0b1d4e",
    '"hostname": "db"',
    "DB_HOST=postgres",
    "REDIS_HOST=redis",
    "HOST=0.0.0.0",
    "OLLAMA_HOST=0.0.0.0:11434",
    "OLLAMA_HOST=localhost:11434",
    "hostname: none",
    "HOST=${HOST}",
    "host=None",
    "DB_HOST=$DB_HOST",
    "host='localhost' port=1",
    "host=args.host",
    "hostname = socket.gethostname()",
    "host: str = 'x'",
    "--host string",
    "HOST=true",
    "hostname=unknown",
    "Linux version 6.8.0-45-generic",
    "master_addr=127.0.0.1",
    "base_url='https://api.openai.com/v1'",
    "base_url='/v1'",
    "MASTER_ADDR=localhost",
    "host='0.0.0.0' port=8000",
    "DB_HOST=api",
    "node='x'",
    "node=None",
    "Dec  2 02:04:18 INFO kernel: oom",
    "MASTER_ADDR=",
    "host: host_name",
    "'host': 'host'",
    "hostname='hostname'",
    '"HOSTNAME": "HOSTNAME"',
    '"host": "string"',
    "host=hosts[0]",
    "host=self.host, port=1",
    "host='db', port=1",
    "hostname or address",
    "host name is required",
    'HOST = "host"',
    "HOST=your-host",
    "host=<host>",
    "Host key verification failed",
    "Dec 2026 was",
    "host=host.docker.internal",
)

NAMED = (
    "http://zorvex:pw%40x1y2@zorvex.corp.internal:3128",
    "socks5h://zorvex:p%3Aw%2Fq9z@zorvex-1.corp.internal:1080",
    "https_proxy=http://us%40zorvex:pw%40x1y2@proxy.zorvex.com:3128/",
    "host='zorvex-llm' port=8000",
    "HTTPConnection(host='zorvex-llm', port=8000)",
    "base_url='zorvex-gw:4000/v1'",
    "proxies={'http': 'zorvex-proxy:3128'}",
    "curl: (6) Could not resolve host: zorvex-llm",
    "curl: (6) Could not resolve host: zorvex",
    "Failed to connect to zorvex-llm port 8000",
    "getaddrinfo ENOTFOUND zorvex-api",
    "getaddrinfo EAI_AGAIN zorvex",
    'could not translate host name "zorvex-db" to address',
    'could not translate host name "zorvex" to address',
    "dial tcp: lookup zorvex-svc on 10.1.2.3:53: no such host",
    "dial tcp: lookup zorvex: no such host",
    "java.net.UnknownHostException: zorvex-svc",
    "UnknownHostException: zorvex: Name or service not known",
    "HOSTNAME=zorvex-gpu07",
    '"hostname": "zorvex-gpu07"',
    "DB_HOST=zorvex-db",
    "MASTER_ADDR=zorvex-node0",
    "SLURMD_NODENAME=zorvex-n1",
    "OLLAMA_HOST=zorvex:11434",
    "uname_result(system='Linux', node='zorvex-ws', release='6.8')",
    "Linux zorvex-ws 6.8.0-45-generic #45-Ubuntu SMP x86_64 GNU/Linux",
    "Dec  2 02:04:18 zorvex-gpu07 kernel: oom",
    "Dec  2 02:04:18 zorvex systemd[1]: x",
    "Failed to resolve 'zorvex' ([Errno -2] Name or service not known)",
    "Cannot connect to host zorvex:443 ssl:default",
    "Failed to connect to zorvex port 8000: Connection refused",
    "ssh: connect to host zorvex-1 port 22: Connection refused",
    "ssh: Could not resolve hostname zorvex: Name or service not known",
    'psql: error: connection to server at "zorvex-db" (203.0.113.77), port 5432 failed',
    'nc: getaddrinfo for host "zorvex" port 80: Name or service not known',
    "wget: unable to resolve host address 'zorvex'",
    "wget: unable to resolve host address ‘zorvex-x’",
    "Temporary failure resolving 'zorvex-apt'",
    "ping: zorvex-node: Name or service not known",
    '"Hostname": "zorvex"',
    "hostname: zorvex-gpu07",
    "SLURM_NODELIST=zorvex-n[1-4]",
    "SLURM_JOB_NODELIST=zorvex-n1",
    "HOST=zorvex-gpu07",
    "PGHOST=zorvex-db",
    "REDIS_HOST=zorvex-cache",
    "Dec 02 02:04:18 zorvex-gpu07 sshd[123]: Accepted",
    "2026-12-02T02:04:18.123456+00:00 zorvex-gpu07 kernel: oom",
)

DOTTED = (
    "package nexus.zorvex.internal failed",
    '"got\\n\\tgw.zorvex.local\\n"',
    "dzorvexabcdef8.cloudfront.net",
    "ip-10-12-34-56",
    "ip-10-12-34-56.ec2.internal",
    "on ip-10-12-34-56.us-west-2.compute.internal",
    "//npm.zorvex.io/:_authToken=x",
    '"zorvex.azurecr.io": {"auth": "x"',
    "trusted-host = zorvex.jfrog.io",
    "http+docker://localhost/v1.47/images/registry.zorvex.net:5000/a:1/json",
    "https://zorvex-bucket.s3.amazonaws.com/x",
    "https://zorvex-bucket.s3.us-east-1.amazonaws.com/x",
    "https://xzorvex.execute-api.us-east-1.amazonaws.com/",
    "https://zorvex.s3-website-us-east-1.amazonaws.com/",
    "zorvex.us-east-1.elb.amazonaws.com",
    "llm.zorvex.internal",
    "gw.zorvex.local",
    "zorvex.corp",
    "zorvex-db.internal",
    "zorvex.blob.core.windows.net",
    "db.zorvex.home",
    "zorvex.local:8080",
    "gitlab.zorvex.test",
    "http://gitlab.zorvex.local/",
    "zorvex.lan",
    "connect to gpu.zorvex.local failed",
    "at zorvex7.local:80",
)

ADDRESSES = (
    "Trying 203.0.113.77:443...",
    "* Trying 203.0.113.77...",
    "Connected to x.y (203.0.113.77) port 443",
    "SSH_CONNECTION=203.0.113.77 51234 10.1.2.3 22",
    "SSH_CLIENT='203.0.113.77 51234 22'",
    "Accepted publickey for x from 203.0.113.77 port 51234",
    "Resolving x (203.0.113.77)",
    "Resolving pypi.org (pypi.org)... 203.0.113.77",
    "forwarded for 203.0.113.77",
    "request from 203.0.113.77",
    "connecting to 203.0.113.77:80",
    "dial tcp 203.0.113.77:443: i/o timeout",
    "Connecting to x.y (x.y)|203.0.113.77|:443... connected.",
    "from 203.0.113.77 to 10.1.2.3",
    "sent to 203.0.113.77",
    "rhost=203.0.113.77",
    "PING example.com (203.0.113.77) 56(84) bytes of data",
)


def redacted(text: str) -> str:
    """Return a line of a log as it leaves."""
    return Redactor(Policy()).redact(f"before\n{text}\nafter".encode()).data.decode()[7:-6]


@pytest.mark.parametrize("text", [*(image.format(digest=DIGEST) for image in IMAGES), *PUBLIC])
def test_images_and_public_services_stay(text: str) -> None:
    """A digest, a tag and a service that is the same for everyone tell nothing."""
    assert redacted(text) == text


@pytest.mark.parametrize("text", [*SENTENCES, *CODE, *PATHS])
def test_modules_attributes_files_and_things_stay(text: str) -> None:
    """What a program could not resolve, connect to or look up is a host only if its words or the name say so."""
    assert redacted(text) == text


@pytest.mark.parametrize("text", VERSIONS)
def test_versions_of_four_numbers_stay(text: str) -> None:
    """Four numbers are no address where versions stand."""
    assert redacted(text) == text


@pytest.mark.parametrize("text", EVERYBODYS)
def test_names_that_every_machine_has_stay(text: str) -> None:
    """Loopback, containers' numbers, variables, and what compose files call their services tell nothing."""
    assert redacted(text) == text


@pytest.mark.parametrize("text", [*NAMED, *DOTTED, *ADDRESSES])
def test_a_host_goes_wherever_programs_name_it(text: str) -> None:
    """Its name and its address go, and what else stands there is found only once."""
    once = redacted(text)
    assert OWN not in once
    assert ADDRESS not in once
    assert "10-12-34" not in once
    assert redacted(once) == once


@pytest.mark.parametrize("scheme", ["http", "socks5h"])
def test_the_shape_of_a_proxy_stays_where_its_password_is_escaped(scheme: str) -> None:
    """User, password and host go one by one."""
    once = redacted(f"{scheme}://{OWN}:pw%40x1y2@proxy.corp.internal:3128")
    assert once == f"{scheme}://REDACTED-url-user-1:REDACTED-url-password-1@private-host-1.invalid:3128"


@pytest.mark.parametrize(
    "host", ["bucket.s3.amazonaws.com", "bucket.s3.us-east-1.amazonaws.com", "x.us-east-1.elb.amazonaws.com"]
)
def test_a_bucket_is_its_owners(host: str) -> None:
    """A service of a region is public; what a customer named below it is not."""
    assert redacted(f"https://{host}/x") == "https://private-host-1.invalid/x"


@pytest.mark.parametrize("domain", TENANTS)
def test_a_sandboxs_host_goes_from_a_sentence_too(domain: bytes) -> None:
    """A name below a domain of tenants is a host wherever it stands, whatever its ending."""
    assert (
        redacted(f"port 3000 is open at 3000-box7{domain.decode()} now")
        == "port 3000 is open at private-host-1.invalid now"
    )
