"""Tokens of code hosts and package registries; heads as their documentation publishes them for secret scanning."""

from __future__ import annotations

from typing import Final

from redaction.examples import BASE64_URL, HEXADECIMAL, LOWER, fake
from redaction.rules.formats import WORD_START, is_generated, near, token

_CODE: Final = "It reads and writes the account's repositories."
_PACKAGES: Final = "It publishes packages in the account's name."

GITHUB: Final = token(
    "github-token",
    (b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_"),
    rb"[A-Za-z0-9_]{30,}+",
    why=_CODE,
    finds=tuple(fake(head, 36) for head in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    leaves=("ghp_short",),
)
GITHUB_FINE: Final = token(
    "github-fine-grained-token",
    (b"github_pat_",),
    rb"[A-Za-z0-9_]{36,}+",
    stem="github-token",
    why=_CODE,
    finds=(fake("github_pat_11", 20) + "_" + fake("", 59),),
    leaves=("github_pat_token_of_mine",),
)
GITHUB_NEAR: Final = near(
    "github-token-near",
    (b"github", b"ghtoken", b"gh_token"),
    rb"[0-9a-f]{40}",
    stem="github-token",
    why="Older tokens are 40 hexadecimal digits.",
    finds=(fake("", 40, HEXADECIMAL),),
    gap=28,
)
GITLAB: Final = token(
    "gitlab-token",
    (
        b"glpat-",
        b"gldt-",
        b"glrt-",
        b"glrtr-",
        b"glcbt-",
        b"glptt-",
        b"glft-",
        b"glsoat-",
        b"glimt-",
        b"glagent-",
        b"glffct-",
        b"gloas-",
        b"glwt-",
    ),
    rb"[A-Za-z0-9_.=\-]{18,}+",
    why=_CODE,
    finds=(
        fake("glpat-", 20, BASE64_URL),
        fake("glrt-t1_", 20, BASE64_URL),
        fake("glptt-", 40, HEXADECIMAL),
        fake("gloas-", 64, HEXADECIMAL),
    ),
    leaves=("glpat-token",),
)
GITLAB_RUNNER: Final = token(
    "gitlab-runner-token",
    (b"GR1348941",),
    rb"[A-Za-z0-9_\-]{18,}+",
    why="It registers a runner of the project.",
    finds=(fake("GR1348941", 20, BASE64_URL),),
)
GITLAB_SESSION: Final = token(
    "gitlab-session",
    (b"_gitlab_session=",),
    rb"[0-9a-z]{32}",
    start=b"",
    why="It is a signed-in browser.",
    finds=(fake("_gitlab_session=", 32, HEXADECIMAL),),
)
BITBUCKET: Final = token(
    "bitbucket-token",
    (b"ATBB", b"ATCTT3xFfG", b"BBDC-"),
    rb"[A-Za-z0-9_=\-+/]{24,}+",
    why=_CODE,
    finds=(fake("ATBB", 32), fake("ATCTT3xFfG", 180, BASE64_URL)),
    leaves=("ATBB-and-words-of-no-token-here",),
    accepts=is_generated,
)
BITBUCKET_NEAR: Final = near(
    "bitbucket-secret",
    (b"bitbucket",),
    rb"(?=[A-Za-z]{0,31}\d)[A-Za-z0-9_\-=]{32,64}",
    why=_CODE,
    finds=(fake("", 32), fake("", 64)),
)
NPM: Final = token(
    "npm-token",
    (b"npm_",),
    rb"[A-Za-z0-9]{32,}+",
    end=rb"(?![A-Za-z0-9_])",
    why=_PACKAGES,
    finds=(fake("npm_", 36),),
    leaves=("npm_config_registry", "npm_lifecycle_event_of_the_package"),
    accepts=is_generated,
)
PYPI: Final = token(
    "pypi-token",
    (b"pypi-AgEI", b"pypi-AgENd"),
    rb"[A-Za-z0-9_\-]{50,}+",
    why=_PACKAGES,
    finds=(fake("pypi-AgEIcHlwaS5vcmc", 150, BASE64_URL),),
    leaves=("pypi-AgEI",),
)
RUBYGEMS: Final = token(
    "rubygems-key",
    (b"rubygems_",),
    rb"[a-f0-9]{40,}+",
    why=_PACKAGES,
    finds=(fake("rubygems_", 48, HEXADECIMAL),),
    leaves=("rubygems_version",),
)
CRATES: Final = token(
    "crates-token",
    (b"cio",),
    rb"[A-Za-z0-9]{32}",
    end=rb"(?![A-Za-z0-9])",
    start=WORD_START,
    why=_PACKAGES,
    finds=(fake("cio", 32),),
    leaves=("ciosomethingthatisaverylongwordxyz",),
    accepts=is_generated,
)
NUGET: Final = token(
    "nuget-key",
    (b"oy2",),
    rb"[a-z0-9]{43}",
    end=rb"(?![A-Za-z0-9])",
    why=_PACKAGES,
    finds=(fake("oy2", 43, LOWER),),
    leaves=("oy2x",),
)
CLOJARS: Final = token(
    "clojars-token",
    (b"CLOJARS_",),
    rb"[a-z0-9]{50,}+",
    why=_PACKAGES,
    finds=(fake("CLOJARS_", 60, LOWER),),
    leaves=("CLOJARS_USERNAME",),
)
DOCKER_HUB: Final = token(
    "docker-token",
    (b"dckr_pat_", b"dckr_oat_"),
    rb"[A-Za-z0-9_\-]{24,}+",
    why="It pulls and pushes the account's images.",
    finds=(fake("dckr_pat_", 27, BASE64_URL), fake("dckr_oat_", 32, BASE64_URL)),
    leaves=("dckr_pat_name",),
)
ARTIFACTORY: Final = token(
    "artifactory-key",
    (b"AKCp", b"cmVmdGtuOjAx", b"APAp"),
    rb"[A-Za-z0-9]{40,}+",
    why=_PACKAGES,
    finds=(fake("AKCp", 69), fake("cmVmdGtuOjAx", 52)),
    leaves=("AKCp1",),
)
ARTIFACTORY_NEAR: Final = near(
    "artifactory-key-near",
    (b"artifactory", b"jfrog", b"bintray", b"xray"),
    rb"(?=[A-Za-z]{0,63}\d)[A-Za-z0-9]{64,73}",
    stem="artifactory-key",
    why=_PACKAGES,
    finds=(fake("", 73),),
)
GITEA: Final = near(
    "gitea-token",
    (b"gitea", b"gogs", b"forgejo", b"codeberg"),
    rb"[0-9a-f]{40}",
    why=_CODE,
    finds=(fake("", 40, HEXADECIMAL),),
)
SOURCEGRAPH: Final = token(
    "sourcegraph-token",
    (b"sgp_", b"sgd_"),
    rb"(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40,64}",
    why=_CODE,
    finds=(fake("sgp_", 40, HEXADECIMAL),),
    leaves=("sgp_name",),
)
SONAR: Final = token(
    "sonar-token",
    (b"squ_", b"sqp_", b"sqa_"),
    rb"[a-z0-9]{40}",
    why=_CODE,
    finds=(fake("squ_", 40, HEXADECIMAL),),
    leaves=("squ_name",),
)
SONAR_NEAR: Final = near(
    "sonar-token-near", (b"sonar",), rb"[0-9a-z]{40}", stem="sonar-token", why=_CODE, finds=(fake("", 40, HEXADECIMAL),)
)
CODECOV: Final = near(
    "codecov-token",
    (b"codecov",),
    rb"(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=[a-z]{0,31}\d)[a-z0-9]{32})",
    why=_CODE,
    finds=(fake("", 32, LOWER),),
)
TRAVIS: Final = near(
    "ci-token",
    (b"travis", b"drone_", b"droneci", b"circleci", b"buildkite", b"appveyor", b"jenkins"),
    rb"(?=[A-Za-z_\-]{0,21}\d)[A-Za-z0-9_\-]{22,40}",
    why=_CODE,
    finds=(fake("", 22), fake("", 40, HEXADECIMAL)),
)
CIRCLECI: Final = token(
    "circleci-token",
    (b"CCIPAT_", b"CCIPRJ_", b"bkua_", b"bkaj_"),
    rb"[A-Za-z0-9_]{30,}+",
    why=_CODE,
    finds=(fake("CCIPAT_", 22) + "_" + fake("", 40, HEXADECIMAL),),
    leaves=("CCIPAT_NAME",),
)
