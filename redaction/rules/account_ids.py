"""Accounts, organisations and requests by the ids that clouds and providers give them."""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import HEXADECIMAL, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule, of_groups
from redaction.rules.formats import UUID
from redaction.vocabulary import is_common

_ACCOUNT: Final = "It names an account."
_A_UUID: Final = "8f3a2b1c-9d7e-4f60-8a1b-0c1d2e3f4a5b"
_IS: Final = rb"(?:\\{0,4}[\"']?\]?\s{0,2}[:=]\s{0,2}\\{0,4}[\"'`]?|\\{0,4}[\"'],\s{0,2}b?\\{0,4}[\"'])"

AWS_ACCOUNT: Final = Rule(
    id="aws-account",
    kind=Kind.ACCOUNT,
    stem="aws-account",
    why=_ACCOUNT,
    anchors=(b"arn:aws", b".dkr.ecr."),
    pattern=lazy(
        rb"arn:aws[a-z\-]{0,10}:[a-z0-9\-]{0,32}:[a-z0-9\-]{0,20}:(?P<value>\d{12})(?!\d)|(?<!\d)(?P<registry>\d{12})\.dkr\.ecr\."
    ),
    finds=(Example("arn:aws:iam::123456789012:role/x", "123456789012"),),
    leaves=("arn:aws:s3:::bucket", "x.dkr.ecr.y"),
)
REQUEST_ID: Final = Rule(
    id="request-id",
    kind=Kind.ACCOUNT,
    stem="request-id",
    why="The provider's records lead from it to the account.",
    anchors=(b"request-id", b"request_id", b"requestid", b"request id", b"cf-ray", b"x-trace-id", b"x-correlation-id"),
    pattern=lazy(
        rb"(?i:request[_\- ]?id|cf-ray|x-trace-id|x-correlation-id)"
        + _IS
        + rb"(?P<value>(?=[A-Za-z_\-]{0,40}\d)[A-Za-z0-9_\-]{8,80})(?![A-Za-z0-9_\-])"
    ),
    finds=(
        Example("x-request-id: 8f3a2b1c9d7e4f60", "8f3a2b1c9d7e4f60"),
        Example("'request_id': 'req-7f3a9b21'", "req-7f3a9b21"),
        Example("(b'cf-ray', b'8f1b0c2d3e4f5a6b-SIN')", "8f1b0c2d3e4f5a6b-SIN"),
    ),
    leaves=("request_id=None", "request-id: unknown", "self.request_id = uuid"),
)
ORGANISATION_ID: Final = Rule(
    id="organisation-id",
    kind=Kind.ACCOUNT,
    stem="organization",
    why=_ACCOUNT,
    anchors=(
        b"organization",
        b"organisation",
        b"org_id",
        b"tenant",
        b"account_id",
        b"accountid",
        b"account id",
        b"subscription",
        b"accountuuid",
    ),
    pattern=lazy(
        rb"(?i:(?:x-)?(?:openai-)?organi[sz]ation(?:[_\- ]?(?:uu)?id)?|org_id|tenant(?:[_\- ]?id)?|account[_\- ]?(?:uu)?id|subscription(?:[_\- ]?id)?|subscriptions/)\\{0,4}[\"']?\]?\s{0,2}[:= /]?\s{0,2}\\{0,4}[\"'`]?"
        rb"(?P<value>(?=[A-Za-z_\-]{0,40}\d)(?:org|acct|acc|ten|sub|proj)[_\-][A-Za-z0-9_\-]{6,60}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![A-Za-z0-9_\-])"
    ),
    finds=(
        Example("in organization org-7Fa3kQ92xLp0 on tokens", "org-7Fa3kQ92xLp0"),
        Example("tenant_id=8f3a2b1c-9d7e-4f60-8a1b-0c1d2e3f4a5b", "8f3a2b1c-9d7e-4f60-8a1b-0c1d2e3f4a5b"),
    ),
    leaves=("organization: none", "subscription ended", "account_id=null"),
)
_A_USER: Final = "user_" + fake("", 64, HEXADECIMAL)
CLAUDE_USER: Final = Rule(
    id="claude-user",
    kind=Kind.ACCOUNT,
    stem="account",
    why="Claude Code sends with every request which machine and account it runs for.",
    anchors=(b"user_",),
    ahead=rb"[0-9a-f]{64}_",
    pattern=lazy(rb"(?<![A-Za-z0-9])(?P<value>user_[0-9a-f]{64})_account_(?P<account>" + UUID + rb")?(?=_|[^\w]|\Z)"),
    finds=(Example(f'"user_id": "{_A_USER}_account_{_A_UUID}_session_x"', _A_USER),),
    leaves=("user_0a1b_account_x", "user_" + "0a" * 32),
    each=of_groups("value", "account"),
)
AWS_PRINCIPAL: Final = Rule(
    id="aws-principal",
    kind=Kind.ACCOUNT,
    stem="aws-account",
    why=_ACCOUNT,
    anchors=(b"aida", b"aroa", b"agpa", b"anpa", b"aipa"),
    ahead=rb"[a-z0-9]{16}",
    pattern=lazy(rb"(?<![A-Za-z0-9+/=_])(?P<value>A(?:IDA|ROA|GPA|NPA|IPA)[A-Z2-7]{16,17})(?![A-Za-z0-9+/=_])"),
    finds=(
        Example('"UserId": "' + (_principal := fake("AIDA", 17, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")) + '"', _principal),
    ),
    leaves=("AIDASHORT", "aroa" + "a" * 16),
    accepts=lambda match: b"EXAMPLE" not in match["value"] and any(50 <= byte <= 55 for byte in match["value"]),  # noqa: PLR2004 - digits of base 32
)

_NOBODYS: Final = re.compile(
    rb"(?i)(?:my|your|the|some|example|test|demo|sample|dummy|fake)\b|.*(?:example|placeholder|project[_-]?id)|user-\d+\Z|REDACTED|private-host-"
)


def _is_somebodys(name: bytes) -> bool:
    """Refuse names of documentation, words of the subject, and our own placeholders."""
    return _NOBODYS.match(name) is None and not is_common(name.decode("utf-8", "replace"))


def _is_customers(name: bytes) -> bool:
    """Refuse the same, values that are none, and the account of an emulator."""
    return (
        name != b"devstoreaccount1"
        and name.lower() not in (b"none", b"null", b"true", b"false")
        and _is_somebodys(name)
    )


def is_given(match: re.Match[bytes]) -> bool:
    """Accept a name that is somebody's."""
    return _is_somebodys(match["value"])


ORGANISATION_NAME: Final = Rule(
    id="organisation-name",
    kind=Kind.ACCOUNT,
    stem="organization",
    why=_ACCOUNT,
    sight=3_000,
    anchors=(
        b"openai-organization",
        b"openai-project",
        b"openai_org",
        b"openai_project",
        b"x-org",
        b"x-tenant",
        b"x-team",
        b"x-workspace",
        b"x-customer",
        b"organizationname",
        b"organization_name",
    ),
    pattern=lazy(
        rb"(?i:openai-(?:organization|project)|openai_org(?:ani[sz]ation)?(?:_?id)?|openai_project(?:_?id)?|(?<![\w\-])x-(?:org(?:ani[sz]ation)?|tenant|team|workspace|customer)(?:-(?:id|name))?)"
        + _IS
        + rb"(?P<value>[A-Za-z0-9][\w.\-]{2,63})(?![\w(\[.\-])"
        rb"|(?i:organization_?name)\\{0,4}[\"']\s{0,2}:\s{0,2}(?P<open>\\{0,4}[\"'])(?P<called>[A-Za-z][\w.&'\- ]{1,79})(?P=open)"
    ),
    finds=(
        Example("(b'openai-organization', b'acme-labs')", "acme-labs"),
        Example("openai-organization: acme-labs", "acme-labs"),
        Example("{'X-Org-Id': 'acme-labs'}", "acme-labs"),
        Example('"organizationName": "Acme Labs"', "Acme Labs"),
        Example("OPENAI_ORG_ID=acme-x1", "acme-x1"),
    ),
    leaves=(
        "openai-organization: none",
        "OPENAI_ORG_ID=${ORG}",
        "openai_organization=get_org()",
        "openai_project = os.environ['x']",
        '"organizationName": "your organization"',
        "x-organization: none",
    ),
    each=of_groups("value", "called", only=_is_somebodys),
)
NUMBERED_ACCOUNT: Final = Rule(
    id="account-number",
    kind=Kind.ACCOUNT,
    stem="account",
    why=_ACCOUNT,
    sight=3_000,
    anchors=(b"account", b"ownerid", b"owner_id"),
    ahead=rb"(?:(?:[_\- ]?(?:id|number))?\\{0,4}+[\"']?(?:\]?\s{0,2}[:=]|,)|[ ]\d{12})",
    pattern=lazy(
        rb"(?i:account[_\- ]?(?:id|number)?|owner_?id)(?:"
        + _IS
        + rb"|(?<=account)[ ](?=\d{12}\b)(?!123456789012|0{12}|1{12}))(?P<value>\d{12}|\d{16}|\d{4}-\d{4}-\d{4}|(?i:[0-9a-f]{32}))(?![\w.\-])"
    ),
    finds=(
        Example("AWS_ACCOUNT_ID=1234567" + "89012", "1234567" + "89012"),
        Example('{"Account": "1234567' + '89012"}', "1234567" + "89012"),
        Example("account 7100293" + "34099 is not authorized", "7100293" + "34099"),
        Example("CLOUDFLARE_ACCOUNT_ID=" + (_cloudflare := fake("", 32, HEXADECIMAL)), _cloudflare),
    ),
    leaves=("account: 17", "account_id=null", "account=123456789012345678901", "amount: 123456789012"),
)
IN_PATH: Final = Rule(
    id="account-in-path",
    kind=Kind.ACCOUNT,
    stem="account",
    why=_ACCOUNT,
    anchors=(b"/accounts/", b"microsoftonline.com/", b"sts.windows.net/", b"/tenants/", b"tid="),
    ahead=rb"[0-9a-f]{8}",
    pattern=lazy(
        rb"(?i:/accounts/(?P<value>[0-9a-f]{32}|"
        + UUID
        + rb")|(?:microsoftonline\.com/|sts\.windows\.net/|/tenants/|\btid=)(?P<tenant>"
        + UUID
        + rb"))(?![\w\-])"
    ),
    finds=(
        Example("https://api.cloudflare.com/client/v4/accounts/" + _cloudflare + "/ai", _cloudflare),
        Example(f"https://login.microsoftonline.com/{_A_UUID}/oauth2/token", _A_UUID),
    ),
    leaves=("/accounts/17", "https://login.microsoftonline.com/common/oauth2", "/tasks/" + _A_UUID),
    each=of_groups("value", "tenant"),
)
GOOGLE_PROJECT: Final = Rule(
    id="google-project",
    kind=Kind.ACCOUNT,
    stem="google-project",
    why="It names the customer's project.",
    sight=3_000,
    anchors=(
        b"cloud_project",
        b"gcp_project",
        b"gcloud_project",
        b"vertexai_project",
        b"vertex_project",
        b"core_project",
        b"projects/",
        b"service_account",
        b"gke_",
        b"goog-user-project",
    ),
    pattern=lazy(
        rb"(?:(?i:cloud_project|gcp_project|gcloud_project|vertex(?:ai)?_project|core_project)(?i:_id)?"
        + _IS
        + rb"(?P<value>[a-z][a-z0-9\-]{4,28}[a-z0-9])(?![\w.(\[\-])"
        rb"|projects/(?P<path>[a-z][a-z0-9\-]{4,28}[a-z0-9])/(?:locations|zones|regions|global|serviceAccounts|secrets|topics)(?![\w.\-])"
        rb"|projects/(?P<number>\d{10,13})(?![\w.\-])"
        rb"|gke_(?P<cluster>[a-z][a-z0-9\-]{4,28}[a-z0-9])_[a-z]{2,12}-[a-z0-9\-]{3,20}_|goog-user-project\\{0,4}[\"']?(?:[:=]|,)\s{0,2}b?\\{0,4}[\"']?(?P<quota>[a-z][a-z0-9\-]{4,28}[a-z0-9])(?![\w.(\[\-])"
        rb"|service_account\\{0,4}[\"'],\s{0,20}\\{0,4}[\"']project_id\\{0,4}[\"']\s{0,2}:\s{0,2}\\{0,4}[\"'](?P<key>[a-z][a-z0-9\-]{4,28}[a-z0-9])\\{0,4}[\"'])"
    ),
    finds=(
        Example("GOOGLE_CLOUD_PROJECT=acme-prod-12", "acme-prod-12"),
        Example("projects/acme-prod/locations/us-central1", "acme-prod"),
        Example('"consumer": "projects/5716708' + '94701"', "5716708" + "94701"),
        Example("current-context: gke_acme-prod_us-central1-a_evals", "acme-prod"),
        Example("x-goog-user-project: acme-prod", "acme-prod"),
        Example('"type": "service_account", "project_id": "acme-prod"', "acme-prod"),
    ),
    leaves=(
        "GOOGLE_CLOUD_PROJECT=my-project",
        "projects/your-project/locations/x",
        "projects/website/index.md",
        "GCP_PROJECT=None",
    ),
    each=of_groups("value", "path", "key", "number", "cluster", "quota", only=_is_somebodys),
)
# Buckets that vendors offer to everyone.
_PUBLIC_BUCKETS: Final = re.compile(
    rb"(?i)chrom|kubernetes|golang|flutter|dart|tensorflow|tfds|tfhub|tf-|pytorch|cloud-samples|gcp-public|commoncrawl|models\.hugg|datasets\.hugg|electron|rubygems|aws-?cli|"
    rb"generativeai|v8|gresearch|google|bert|t5-|deepmind|openai|allenai|ai2-|nltk|public|swebench|swe-bench|travis|sagemaker|docs|developer|storage|download|static"
)
BUCKET: Final = Rule(
    id="bucket",
    kind=Kind.ACCOUNT,
    stem="bucket",
    why="It names the customer's storage.",
    sight=3_000,
    anchors=(b"storage.googleapis.com/", b"storage.cloud.google.com/", b"amazonaws.com/"),
    ahead=rb"[a-z0-9]",
    pattern=lazy(
        rb"(?:storage\.(?:googleapis|cloud\.google)\.com/(?:(?:storage|upload/storage|download/storage)/v1/b/)?|s3(?:[.\-][a-z0-9\-]{1,32})?\.amazonaws\.com/)(?P<value>[a-z0-9][a-z0-9._\-]{2,62})(?=[/\s\"'?]|\Z)"
    ),
    finds=(
        Example("https://storage.googleapis.com/acme-evals/x", "acme-evals"),
        Example("https://s3.amazonaws.com/acme-evals/x", "acme-evals"),
    ),
    leaves=(
        "https://storage.googleapis.com/chrome-for-testing-public/x",
        "https://sts.amazonaws.com/",
        "https://s3.amazonaws.com/",
    ),
    reach=Reach(frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789.-"), 48),
    accepts=lambda match: is_given(match) and _PUBLIC_BUCKETS.match(match["value"]) is None,
)
# The services' own pages.
_PAGES: Final = (b"site", b"docs", b"quickstart", b"authorize", b"settings")
WORKSPACE: Final = Rule(
    id="workspace-in-link",
    kind=Kind.ACCOUNT,
    stem="workspace",
    why="It names the customer's space of a service.",
    sight=3_000,
    anchors=(b"modal.com/apps/", b"wandb.ai/", b"smith.langchain.com/o/", b"app.daytona.io/", b"comet.com/"),
    pattern=lazy(
        rb"(?:modal\.com/apps/(?P<value>[A-Za-z0-9][\w.\-]{1,63})/|wandb\.ai/(?P<wandb>[A-Za-z0-9][\w.\-]{1,63})/(?=[\w.\-]{1,128}(?:/(?:runs|sweeps|reports|artifacts|workspace|weave)|[\s\"')]|\Z))"
        rb"|smith\.langchain\.com/o/(?P<smith>" + UUID + rb"))"
    ),
    finds=(
        Example("https://modal.com/apps/acme/main/ap-1", "acme"),
        Example("View run at https://wandb.ai/acme-labs/p/runs/x", "acme-labs"),
    ),
    leaves=(
        "https://modal.com/docs/guide",
        "https://wandb.ai/site",
        "https://wandb.ai/site/pricing",
        "https://modal.com/apps",
    ),
    each=of_groups("value", "wandb", "smith", only=lambda name: name not in _PAGES and _NOBODYS.match(name) is None),
)

_LOCATOR: Final = rb"[A-Za-z]{2}\d{5}(?:\.[a-z0-9\-]{2,24}){0,2}|[A-Za-z]{7}-[A-Za-z]{2}\d{5}"
SERVICE_ACCOUNT: Final = Rule(
    id="account-of-service",
    kind=Kind.ACCOUNT,
    stem="account",
    why="It names the customer's account or team at a service.",
    sight=3_000,
    anchors=(
        b"accountname=",
        b"azure_storage_account",
        b"--account-name",
        b"snowflake_account",
        b"account=",
        b'account":',
        b"account':",
        b"account: ",
        b"wandb_entity",
        b"wandb.init(",
    ),
    pattern=lazy(
        rb"(?:AccountName=(?P<azure>[a-z0-9]{3,24});(?=Account|Shared|Blob|Endpoint|REDACTED)|(?i:azure_storage_account(?:_?name)?)"
        + _IS
        + rb"(?P<variable>[a-z0-9]{3,24})(?![\w.(\[\-])|--account-name[ =][\"']?(?P<flag>[a-z0-9]{3,24})(?=[\s\"'\\]|\Z)|(?i:snowflake_account)"
        + _IS
        + rb"(?P<snowflake>[A-Za-z0-9][\w.\-]{3,80})(?![\w(\[])|(?i:account)"
        + _IS
        + rb"(?P<located>"
        + _LOCATOR
        + rb")(?![\w.\-(\[])|(?i:wandb_entity)"
        + _IS
        + rb"(?P<entity>[A-Za-z0-9][\w\-]{1,63})(?![\w.(\[\-])|wandb\.init\([^()]{0,300}?entity\s?=\s?[\"'](?P<team>[A-Za-z0-9][\w\-]{1,63})[\"'])"
    ),
    each=of_groups("azure", "variable", "flag", "snowflake", "located", "entity", "team", only=_is_customers),
    finds=(
        Example("Protocol=https;AccountName=acmestore7;AccountKey=x", "acmestore7"),
        Example("AZURE_STORAGE_ACCOUNT=acmestore7\n", "acmestore7"),
        Example("az storage blob list --account-name acmestore7", "acmestore7"),
        Example("connect(user='x', account='zq12345.eu-central-1')", "zq12345.eu-central-1"),
        Example("SNOWFLAKE_ACCOUNT=acme-zq1", "acme-zq1"),
        Example("WANDB_ENTITY=acme-labs", "acme-labs"),
        Example("wandb.init(project='x', entity='acme-labs')", "acme-labs"),
    ),
    leaves=(
        "AccountName=devstoreaccount1;AccountKey=x",
        "WANDB_ENTITY=None",
        "account: gpt41106",
        "wandb.init(project='x')",
        "snowflake_account = get_account()",
        "SNOWFLAKE_ACCOUNT=your-account",
    ),
)
