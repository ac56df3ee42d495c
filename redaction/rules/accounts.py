"""Accounts that every machine, image or service has: their names say nothing about anybody and stay."""

from __future__ import annotations

import re
from typing import Final

from redaction.vocabulary import EVERYDAY, is_common

PERSON: Final = "It names a person."
"""Why a rule for accounts and names claims what it does."""

# Roles of a conversation; accounts of distributions, images, CI, cloud machines, databases, agents, and of documentation.
NOBODY: Final = frozenset(
    b"""
    human assistant model developer tool function gpt ai
    root toor admin administrator superuser sysadmin user users guest nobody nogroup anonymous default system public shared operator daemon bin sys sync adm lp mail
    news uucp proxy man games irc gnats list backup staff wheel sudo docker dialout cdrom floppy tape audio dip video plugdev netdev bluetooth lpadmin scanner input
    kvm render sgx tty disk kmem utmp shadow src sasl crontab ssh sshd messagebus syslog avahi colord dbus polkitd rtkit tcpdump tss usbmux uuidd landscape pollinate
    lxd fwupd-refresh geoclue chrony ntp halt shutdown ftp http nginx apache apache2 httpd www www-data caddy haproxy squid postfix dovecot exim bind named dnsmasq redis
    postgres postgresql mysql mariadb mongodb mongo elasticsearch kibana rabbitmq kafka zookeeper memcached cassandra neo4j clickhouse influxdb minio vault consul
    etcd prometheus grafana jenkins gitlab-runner gitlab-ci gitea git svn hg buildkite-agent runner runneradmin circleci travis appveyor vsts azureuser vsts_azpcontainer
    codespace codespaces gitpod vscode coder code-server jovyan rstudio rstudio-server shiny ubuntu debian centos fedora rocky almalinux opc arch alpine core ec2-user
    ec2-instance-connect ssm-user hadoop spark airflow vagrant packer pi osmc vyos bitnami node deno bun ruby rails python django flask perl php composer golang rust
    java gradle maven tomcat jboss jetty wildfly app apps appuser app-user nonroot container containeruser sandbox sandboxuser worker workspace workuser builder build
    pwuser playwright chrome chromium chromeuser seluser selenium browserless browser firefox linuxbrew homebrew conda mambauser micromamba nix nixbld steam
    agent agents openhands swe-agent sweagent swebench swe-bench oai openai codex claude claude-code anthropic gemini copilot cursor aider devin daytona modal e2b
    terminal-bench harbor agentcompass minisweagent mini-swe-agent opencode github gitlab github-actions actions dependabot renovate pre-commit-ci bot me you myself
    myuser myname home username user-name user_name your-name your_name yourname your-username your_username yourusername someone somebody example octocat johndoe foo bar baz test tester testuser
    test-user test_user dummy demo sample fake mock anyone everyone service serviceaccount service-account postgres-user dbuser db_user appadmin none null nil undefined
    nvidia-persistenced gdm gdm3 lightdm sddm kernoops whoopsie saned hplip cups cups-browsed cups-pk-helper pulse speech-dispatcher gnome-initial-setup
    gnome-remote-desktop sssd setroubleshoot rpc rpcuser nscd munge slurm slurmdbd ceph zabbix nagios telegraf node_exporter node-exporter statd dhcpcd dhcpd
    unbound ldap openldap qemu libvirt-qemu libvirt-dnsmasq snmp debian-snmp debian-tor tor couchdb solr logstash superset vllm ollama rocketchat
    unknown true false string str int bool float bytes object any dict optional number varchar text char token value name id password secret login email
    """.split()
)
_OURS: Final = re.compile(
    rb"(?:user|home|machine|workdir)-\d+\Z|workdir\Z|<|\$|\{|\[|REDACTED|WITHHELD|%|private-host-"
)
_OF_SYSTEM: Final = re.compile(
    rb"(?i)systemd-|_|(?:my|your|example|some)[_\-]|user\d*\Z|x+\Z|.*\[bot\]\Z|\d+\Z|.*\.\.\.\Z"
)
# ``views.py`` below ``home/`` is a file of a program.
_FILE: Final = re.compile(
    rb"(?i)[^/]*\.(?:py[cio]?|json|js|jsx|tsx?|html?|css|md|txt|ya?ml|toml|csv|tsv|log|sh|go|rs|java|php|rb|c|h|cpp|xml|zip|gz|png|svg|parquet)\Z"
)
_WORDS_OF: Final = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+")
# Objects of programs, and their fields.
_CODE: Final = frozenset(
    b"self cls os sys args kwargs arg creds credentials req cfg conf conn opts opt ctx obj owner author msg msgs evt event env step this params form row rec usr auth login creator current "
    b"getpass getuser pwd email username user name names id uid role account identity principal subject member actor sender profile".split()
)


def is_somebody(match: re.Match[bytes]) -> bool:
    """Refuse accounts that every machine has, variables, and our own placeholders."""
    return is_account(match["value"])


def is_account(name: bytes) -> bool:
    """Say whether a name is that of somebody's account: none that machines share, no variable, no file, no placeholder."""
    return (
        name.lower() not in NOBODY
        and _OURS.match(name) is None
        and _OF_SYSTEM.match(name) is None
        and _FILE.match(name) is None
    )


def is_listed(name: bytes) -> bool:
    """Say the same of a name in a listing of processes or sessions, which cuts long ones and puts a ``+`` there."""
    stem = name.removesuffix(b"+")
    if stem == name:
        return is_own_name(name)
    return is_own_name(stem) and not any(one.startswith(stem) for one in NOBODY) and not b"systemd".startswith(stem)


def is_own_name(name: bytes) -> bool:
    """Say the same of a name in a place where words of the subject or of every day may stand as well."""
    text = name.decode("utf-8", "replace")
    return is_account(name) and not is_common(text) and text.lower() not in EVERYDAY


def is_code(name: bytes) -> bool:
    """Say whether a value without quotes is an expression of a program: ``step.user``, ``current_user``, ``userId``."""
    parts = name.split(b".")
    if len(parts) > 1 and any(_is_code_word(part) for part in (parts[0], parts[-1])):
        return True
    words = [word.lower() for word in _WORDS_OF.findall(name)]
    return len(words) > 1 and (b"user" in words or words[-1] in (b"name", b"login"))


def _is_code_word(word: bytes) -> bool:
    text = word.decode("utf-8", "replace").lower()
    return word.lower() in _CODE or is_common(text) or text in EVERYDAY or is_code(word.replace(b".", b""))
