"""Keys of Aliyun, Tencent, Volcengine, Baidu, Huawei and Yandex, as their consoles issue them."""

from __future__ import annotations

from typing import Final

from redaction.examples import BASE64, BASE64_URL, HEXADECIMAL, fake
from redaction.rules.formats import is_generated, near, token

_ID: Final = "It names the account and is half of what signs requests."
_SECRET: Final = "It signs requests for everything the account may do."

ALIYUN_ID: Final = token(
    "aliyun-access-key-id", (b"LTAI",), rb"[A-Za-z0-9]{12,24}+", end=rb"(?![A-Za-z0-9_])", why=_ID, finds=(fake("LTAI", 20), fake("LTAI5t", 18)),
    leaves=("LTAInstitute",), accepts=is_generated,
)  # fmt: skip
ALIYUN_SECRET: Final = near(
    "aliyun-secret", (b"aliyun", b"alibaba", b"alicloud", b"ltai", b"oss_access", b"accesskeysecret", b"access_key_secret"),
    rb"(?=[A-Za-z]{0,29}\d)[A-Za-z0-9]{30}", why=_SECRET, finds=(fake("", 30),), gap=64,
)  # fmt: skip
TENCENT_ID: Final = token(
    "tencent-secret-id", (b"AKID",), rb"[A-Za-z0-9]{32,64}+", why=_ID, finds=(fake("AKID", 32),), leaves=("AKIDNAME",), accepts=is_generated
)  # fmt: skip
TENCENT_SECRET: Final = near(
    "tencent-secret-key", (b"tencent", b"akid", b"qcloud", b"hunyuan"), rb"(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32}", why=_SECRET, finds=(fake("", 32),), gap=64
)  # fmt: skip
VOLCENGINE_ID: Final = token(
    "volcengine-access-key-id", (b"AKLT", b"AKAP", b"AKTP"), rb"[A-Za-z0-9_\-]{20,}+", why=_ID, finds=(fake("AKLT", 44, BASE64_URL),),
    leaves=("AKLTNAME",), accepts=is_generated,
)  # fmt: skip
VOLCENGINE_SECRET: Final = near(
    "volcengine-secret", (b"volc", b"aklt"), rb"[A-Za-z0-9+/]{40,80}={1,2}", why=_SECRET, finds=(fake("", 58, BASE64) + "==",), gap=80
)  # fmt: skip
BAIDU: Final = token(
    "baidu-key", (b"bce-v3/ALTAK-",), rb"[A-Za-z0-9]{16,}+(?:/[a-f0-9]{32,}+)?", why=_SECRET,
    finds=(fake("bce-v3/ALTAK-", 21) + "/" + fake("", 40, HEXADECIMAL),), leaves=("bce-v3/ALTAK-ID",),
)  # fmt: skip
BAIDU_ID: Final = token(
    "baidu-access-key-id", (b"ALTAK-", b"ALTAK"), rb"[A-Za-z0-9]{20,22}", why=_ID, finds=(fake("ALTAK", 21),), leaves=("ALTAK-name",), accepts=is_generated
)  # fmt: skip
BAIDU_SECRET: Final = near(
    "baidu-secret", (b"baidu", b"qianfan", b"wenxin", b"ernie", b"altak"), rb"(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{24,32}", why=_SECRET, finds=(fake("", 32), fake("", 24)), gap=64
)  # fmt: skip
QINIU: Final = near(
    "qiniu-key",
    (b"qiniu", b"qbox", b"upyun"),
    rb"(?=[A-Za-z_\-]{0,39}\d)[A-Za-z0-9_\-]{40}",
    why=_SECRET,
    finds=(fake("", 40, BASE64_URL),),
)
SPARK: Final = near(
    "xfyun-key",
    (b"xfyun", b"iflytek", b"sparkai", b"spark_api"),
    rb"(?:[0-9a-f]{32}|[A-Za-z0-9]{20}:[A-Za-z0-9]{20})",
    why=_SECRET,
    finds=(fake("", 32, HEXADECIMAL),),
)
YANDEX: Final = token(
    "yandex-token", (b"AQVN", b"y0_Ag", b"y0__", b"t1.9eu", b"YCAJ", b"YCMO", b"YCPM"), rb"[A-Za-z0-9_\-.=]{20,}+", why=_SECRET,
    finds=(fake("AQVN", 36, BASE64_URL), fake("y0_Ag", 55, BASE64_URL), fake("YCMO", 36, BASE64_URL)), leaves=("AQVN", "y0_Ag"), accepts=is_generated,
)  # fmt: skip
