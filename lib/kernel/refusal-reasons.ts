/**
 * Why a client program is refused: a closed set. The sentences are for the log; lib/foundation/i18n explains each with
 * a remedy.
 */
export const refusalReasons = {
  content_type_json: 'the body is JSON',
  content_type_other: 'the body is not a form',
  content_encoding: 'the body has a Content-Encoding',
  body_incomplete: 'the body ended too early',
  body_not_utf8: 'the body is not UTF-8',
  body_too_large: 'the body is longer than 16 KiB',
  percent_encoding: 'the percent-encoding is malformed',
  field_missing: 'a field is missing',
  field_repeated: 'a field was sent twice',
  field_in_url: 'a field of the body is in the URL',
  field_unacceptable: 'the value of a field is not acceptable',
  spelling_mixed: 'the fields have both spellings',
  method_not_allowed: 'the endpoint does not have this method',
  grant_type_unknown: 'the grant type is unknown',

  client_missing: 'no client authentication was included',
  client_unnamed: 'no client was named',
  client_sent_twice: 'the credentials are in the body and in the header',
  client_differs: 'the client ID in the body differs from the header',
  basic_malformed: 'the header is not HTTP Basic',
  secret_newline: 'the secret ends with a newline',
  secret_whitespace: 'the secret has whitespace around it',
  secret_malformed: 'the secret is mistyped or truncated: its checksum is wrong',
  secret_wrong: 'the secret is wrong',
  secret_retired: 'the secret is retired',
  secret_lapsed: 'the secret was not used in time',
  secret_rehearsed: 'the retirement of the secret is being rehearsed',
  assertion_malformed: 'the assertion is not a JWT with the claims that it needs',
  assertion_without_key: 'the API key has no public key',
  assertion_wrong: 'no public key of the API key has signed the assertion',
  assertion_audience: 'the assertion is not for this issuer alone',
  assertion_clock: 'the assertion is expired, lives too long, or is from the future',
  assertion_replayed: 'the assertion was presented before',
  key_unknown: 'there is no such key',
  key_revoked: 'the key is revoked',
  key_disabled: 'the key is disabled',
  key_expired: 'the key is expired',
  key_changing: 'the key keeps changing',
  owner_deactivated: "the key's owner is deactivated",
  network_outside: "the address is outside the key's networks",
  master_secret_missing: 'the key was hashed with a master secret that is no longer configured',
  scope_exceeded: 'the scope exceeds what the key or token allows',
  key_not_rotatable: 'the key may not rotate its own secret',
  former_secret_works: 'the old secret of the key still works',
  rotated_recently: 'the secret was rotated a moment ago',
  introspect_missing: 'the key does not have the scope introspect',
  revoke_without_key: 'an access token cannot be revoked without a key',

  refresh_malformed: 'it is malformed',
  refresh_unknown: 'there is no such family',
  refresh_forged: 'its mac is wrong',
  refresh_other_client: "clientId names neither the key's owner nor, where it may, the key",
  refresh_reused: 'an earlier token was sent again: the family is revoked',
  refresh_from_future: 'its generation is from after a restored backup',
  refresh_master_secret_missing: 'its successor was issued under a master secret that is no longer configured',
  family_changing: 'the family keeps changing',
  family_revoked: 'the family is revoked',
  family_ended: 'the family is past its absolute end',
  family_idle: 'the family was idle for too long',

  bearer_missing: 'the request has no bearer token',
  bearer_malformed: 'the header is not one bearer token',
  bearer_in_form: 'the access token is in the form',
  bearer_in_url: 'the access token is in the URL',
  token_invalid: 'it is not an access token of this server',
  token_expired: 'it has expired',
  token_from_future: 'it is from the future',
  token_family_gone: 'its family is gone',
  token_family_differs: 'its key and user are not those of its family',
  token_unbound: 'a bearer token was presented as a bound one',
  proof_missing: 'there is no proof for a bound token, or for a key that requires one',
  proof_malformed: 'the proof is not a signed proof with a public key',
  proof_other_request: 'the proof is for another method or URL',
  proof_other_token: 'the proof is for another access token',
  proof_clock: 'the proof is from another time',
  proof_nonce: 'the proof has no recent nonce',
  proof_replayed: 'the proof was presented before',
  proof_other_key: 'the proof was signed by another key',
  scope_missing: 'the access token lacks the scope',
  owner_not_manager: "the key's owner is not an owner or admin",

  origin_unregistered: 'backUrl: its origin is not registered',
  origin_outside_key: 'the key is limited to other return addresses',
  account_outside_key: 'the key is limited to other accounts',
  account_unknown: 'there is no such account',
  account_suspended: 'the account is suspended',
  account_not_allowed: "the key's owner may not open the account",
  too_many_links: 'too many live grants',
  limit_used_up: "the key's limit of calls is used up",
  too_many_failures: 'too many failed requests',
  too_many_waiting: 'too many requests wait for events',
  position_unknown: 'the journal has no such position',

  link_malformed: 'a parameter is missing, repeated or malformed',
  link_unknown: 'the link was never issued, or is no longer kept',
  link_edited: 'a parameter of the link was edited',
  link_invalidated: 'the link was invalidated',
  link_expired: 'the link has expired',
  link_used: 'the link was already used',
  link_revoked: 'access was revoked after the link was issued',
  link_other_browser: 'the link belongs to another browser',

  original_url_missing: 'not exactly one header with the original URL',
  original_url_outside: 'the original URL is not within an account',

  unavailable: 'the server or its database is busy',
  internal_error: 'an unexpected error',
} as const satisfies Readonly<Record<string, string>>

export type RefusalReason = keyof typeof refusalReasons

/** What a manager needs to know besides the reason: never a value of the request, except as noted. */
export type ReasonFacts = Readonly<{
  /** A key that exists. */
  keyId?: string | undefined
  /** The secret of that key. */
  secretId?: string | undefined
  /** From an authenticated request, after its pattern was checked. */
  accountId?: string | undefined
  /** Of a well-formed `backUrl`. */
  origin?: string | undefined
  /** The name of a known field. */
  field?: string | undefined
  /** The scope that is missing. */
  scope?: string | undefined
  /** When the key or the token expired, in Unix milliseconds. */
  expiredAt?: number | undefined
}>
