"""The words behind ``redaction/key_names.py``: data only, each set with the rule for being in it."""

from __future__ import annotations

from typing import Final


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, separated by white space, as a set."""
    return frozenset(text.split())


# A mapping or list under exactly this name holds secrets.
CONTAINERS: Final = word_set("""
    credentials creds auth authentication auths headers extra_headers default_headers request_headers http_headers
    custom_headers response_headers env envs environ env_vars env_var environment_variables environment_vars
    env_variables extra_env container_env run_env_variables run_env build_env docker_env setup_env agent_env
    verifier_env process_env cookies cookie_jar secrets extra_query default_query query_params url_params
    registry_auth registry_auths identity_tokens build_secrets proxy_auth
""")

# Of those, the ones whose plain text is itself a secret.
CONTAINERS_SECRET_AS_TEXT: Final = word_set(
    "credentials creds auth authentication auths cookies secrets registry_auth proxy_auth"
)

# Headers, environment variables and query parameters that say nothing private: protocol, locale, terminal, limits.
HARMLESS_IN_CONTAINER: Final = word_set("""
    accept accept_encoding accept_language accept_charset accept_ranges allow age cache_control connection
    content_encoding content_language content_length content_type content_disposition content_security_policy date
    etag expect expires keep_alive last_modified pragma retry_after server strict_transport_security te trailer
    transfer_encoding upgrade user_agent vary via warning x_content_type_options x_frame_options x_xss_protection
    x_powered_by alt_svc access_control_allow_origin access_control_allow_headers access_control_allow_methods
    access_control_expose_headers openai_version openai_processing_ms anthropic_version anthropic_beta http_referer
    x_title x_stainless_lang x_stainless_package_version x_stainless_os x_stainless_arch x_stainless_runtime
    x_stainless_runtime_version x_stainless_async x_stainless_retry_count x_stainless_read_timeout
    x_ratelimit_limit_requests x_ratelimit_limit_tokens x_ratelimit_remaining_requests x_ratelimit_remaining_tokens
    x_ratelimit_reset_requests x_ratelimit_reset_tokens path pythonpath ld_library_path lang language lc_all
    lc_ctype tz term colorterm columns lines shell shlvl pwd oldpwd home tmpdir temp tmp editor pager hostname user
    logname display ps1 pythonunbuffered pythonioencoding pythondontwritebytecode pythonutf_8 pythonhashseed
    virtual_env conda_prefix conda_default_env debian_frontend pip_index_url pip_no_cache_dir
    pip_disable_pip_version_check uv_index_url hf_home hf_hub_offline hf_endpoint hf_hub_enable_hf_transfer
    hf_datasets_offline transformers_offline tokenizers_parallelism cuda_visible_devices nvidia_visible_devices
    nvidia_driver_capabilities omp_num_threads mkl_num_threads no_color force_color ci log_level loglevel debug
    verbose timeout port host model model_name openai_base_url openai_api_base anthropic_base_url base_url
    http_proxy https_proxy all_proxy no_proxy ftp_proxy gopath goroot java_home node_env node_path
    npm_config_registry git_terminal_prompt api_version version format limit page per_page offset lang locale q
    query sort order fields
""")

# Names that look sensitive in one exact spelling and are not: the shell's folders, tools, the number of a handshake.
EXACT_HARMLESS: Final = word_set("""
    PWD OLDPWD Pwd.exe tiktoken detect-secrets detect_secrets
    Sec-WebSocket-Key Sec-Websocket-Key sec-websocket-key HTTP_SEC_WEBSOCKET_KEY
""")

# ``node_modules/jsonwebtoken``: a package in a lock file.
PACKAGES_STAND_IN: Final = "node_modules/"

# Endings that number or repeat what stands before them.
NEUTRAL_ENDINGS: Final = word_set("""
    value val str string text plain raw plaintext data b base64 b64 prod production staging stage dev development
    test testing old new current default primary secondary backup main live sandbox base bytes hex encoded encrypted
    decrypted confirmation confirm again repeat here eu us
""")

# The last word alone proves it.
STRONG: Final = word_set("""
    password passwords passwd passphrase passphrases passcode pwd pswd psw passwort kennwort contrasena contraseña
    senha secret secrets authorization credential jwt apikey apikeys privatekey secretkey accesskey authtoken
    accesstoken identitytoken refreshtoken bearer aksk sessiontoken mnemonic authcode masterkey passw userpass
    storepass keypass sshpass
    connectionstring connstr webhookurl
""")

# Proof only with a word before it (``db_pass``, ``x-fakecorp-auth``, ``github_pat``); alone the value must look random.
STRONG_QUALIFIED: Final = word_set("""
    pass pw auth pat cookie dsn sas sig signature credentials creds sk ak webhook cred totp otp pin userpwd psk
""")

# ``http_auth``, ``cookie_auth``: a way of authenticating, not a credential.
PROTOCOL_WORDS: Final = word_set("""
    no oauth oauth2 has with without require requires function method class call type first second dry compiler
    multi single
""")

# ``forward_pass``, ``FAIL_TO_PASS``: a walk, or a verdict, and no password.
NOT_PASSWORDS: Final = word_set("""
    to on forward backward render rendering shadow depth geometry lighting compute blur two one num min max must result
    compiler optimizer optimization analysis lowering fusion transform transformation
""")

# The last two or three words together prove it.
STRONG_PHRASES: Final = frozenset(
    tuple(phrase.split("-"))
    for phrase in word_set("""
    connection-string conn-str conn-string webhook-url webhook-uri hook-url seed-phrase recovery-phrase pass-phrase
    pass-word set-cookie access-key-id key-base token-id access-id auth-code authorization-code secret-id
    recovery-code backup-code recovery-codes backup-codes session-cookie secret-access access-keyid private-pem
""")
)

# Only with a value that looks random.
WEAK: Final = word_set("""
    pass pw auth pat cookie dsn sas sig signature credentials creds sk ak webhook cred totp otp psk sid phpsessid
    jsessionid salt session code state assertion bot licence license hmac
""")

# ``<word>_token`` that counts, marks or pages instead of opening something.
NOT_TOKENS: Final = word_set("""
    max min num n total prompt completion input output eos bos pad unk sep cls mask special stop start end next prev
    previous page continuation cancellation cancel per cost price first last budget image audio video reasoning
    cached text logprob pagination sync sequence begin beginning think thinking tool role new vocab subword word
    lexer parser syntax semantic ctx context draft speculative cursor resume nextpage design number top chosen
    current unexpected expected invalid illegal unused
""")

# ``<word>_tokens`` that does open something.
TOKEN_OWNERS: Final = word_set(
    "access auth api refresh bearer bot secret personal session id identity device deploy oauth user app service github gitlab slack"
)

# ``<word>_key`` that opens something.
KEY_OWNERS: Final = word_set("""
    api access secret private account auth authentication authorization encryption encrypt decryption decrypt
    signing sign master service subscription storage license licence ssh gpg pgp deploy client app application
    consumer shared session admin webhook hmac aes rsa fernet crypt crypto jwt cipher root server bot bearer credential
    internal ingest write provisioning integration host_private sas tls ssl openai anthropic claude gemini google
    azure aws gcp hf huggingface openrouter groq xai grok perplexity mistral cohere together fireworks replicate
    deepseek moonshot kimi zhipu glm dashscope aliyun qwen volcengine ark tencent baidu qianfan minimax siliconflow
    nvidia cerebras databricks wandb langsmith langfuse langchain jina serper serpapi tavily exa brave firecrawl
    daytona modal e2b browserbase github gitlab bitbucket npm pypi slack discord telegram stripe twilio sendgrid
    mailgun cloudflare digitalocean vault terraform pulumi sentry datadog newrelic grafana posthog snowflake
    supabase vercel netlify heroku fly shopify notion linear atlassian okta auth0 doppler judge model
""")

# ``<word>_key`` that names a place where something is kept, in a sentence too (``cache key: …``), or is meant to be public.
PLACES: Final = word_set("""
    cache sort partition primary foreign hash range index lookup routing idempotency object bucket row column composite
    dedup shard group map dict state translation public request
""")

# ``<word>_key`` that names another place in a table, a map, a file or a keyboard, or is not a name but a sentence.
NOT_KEYS: Final = PLACES | word_set("""
    response job span trace thread worker process unique natural candidate order config data parent registry event i18n
    lang json yaml field table record hot short arrow enter shift ctrl control tab esc escape function metric score task
    run sample dataset attempt category file item entity node name value per by for the a an any each this that no other
    same param parameter option setting settings attr attribute header section env environment missing unknown invalid
    duplicate unexpected unused required optional dictionary mapping meta metadata label tag id key keys result output
    input answer question message msg text content type storage_class verification join leading trailing up down left
    right home end delete backspace space any_key press pressed piano house major minor context step cursor bucketing
    memo feature column_family dedupe sharding redis_cache
""")

# Sentences, not values: ``wrap_api_key``, ``use_auth_token``; a boolean is expected.
QUESTIONS: Final = word_set("""
    is has have use uses wrap enable enabled disable disabled show hide require requires required need needs allow
    no skip check validate verify should can mask redact with without want forgot reset change
""")

# Sensitive endings of a word written without separators, longest first.
COMPOUND_ENDS: Final = (
    "accesskeyid", "secretaccesskey", "connectionstring", "accesstoken", "refreshtoken", "passphrase", "privatekey",
    "credential", "accesskey", "secretkey", "accountkey", "authtoken", "password", "apitoken", "apikey", "authkey",
    "passwd",
    "storepass", "keypass", "secret", "passwort", "bottoken", "token", "jwt",
)  # fmt: skip

# What those endings say, word by word.
COMPOUNDS: Final = {
    "accesskeyid": ("access", "key", "id"),
    "secretaccesskey": ("secret", "access", "key"),
    "connectionstring": ("connection", "string"),
    "accesstoken": ("access", "token"),
    "refreshtoken": ("refresh", "token"),
    "privatekey": ("private", "key"),
    "publickey": ("public", "key"),
    "primarykey": ("primary", "key"),
    "accesskey": ("access", "key"),
    "secretkey": ("secret", "key"),
    "accountkey": ("account", "key"),
    "authtoken": ("auth", "token"),
    "apitoken": ("api", "token"),
    "apikey": ("api", "key"),
    "apikeys": ("api", "keys"),
    "authkey": ("auth", "key"),
    "bottoken": ("bot", "token"),
}

# Words that end like a compound and are none.
NOT_COMPOUNDS: Final = word_set("detoken subtoken pretoken nontoken autotoken tiktoken minipass")

# Passwords, keys and tokens in other scripts; found anywhere in the word.
STRONG_IN_OTHER_SCRIPTS: Final = (
    "密码",
    "密碼",
    "密钥",
    "密鑰",
    "令牌",
    "口令",
    "私钥",
    "パスワード",
    "비밀번호",
    "пароль",
)
