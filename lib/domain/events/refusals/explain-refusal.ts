import type { KeptRefusal } from '#lib/foundation/buffers/kept-refusal.ts'
import type { Preferences } from '#lib/foundation/i18n/preferences.ts'
import { formatterFor, translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'

/** What to do about each reason, named as in the messages. */
const remedyOf = {
  content_type_json: 'sendForm',
  content_type_other: 'sendForm',
  content_encoding: 'sendForm',
  body_incomplete: 'repeat',
  body_not_utf8: 'sendForm',
  body_too_large: 'correctField',
  percent_encoding: 'sendForm',
  field_missing: 'correctField',
  field_repeated: 'correctField',
  field_in_url: 'useBody',
  field_unacceptable: 'correctField',
  spelling_mixed: 'oneSpelling',
  method_not_allowed: 'useMethod',
  grant_type_unknown: 'useGrantType',

  client_missing: 'authenticate',
  client_unnamed: 'authenticate',
  client_sent_twice: 'authenticate',
  client_differs: 'authenticate',
  basic_malformed: 'authenticate',
  secret_newline: 'trimSecret',
  secret_whitespace: 'trimSecret',
  secret_malformed: 'copySecret',
  secret_wrong: 'checkSecret',
  secret_retired: 'useNewSecret',
  secret_lapsed: 'rotateAgain',
  secret_rehearsed: 'useNewSecret',
  assertion_malformed: 'signAssertion',
  assertion_without_key: 'addPublicKey',
  assertion_wrong: 'addPublicKey',
  assertion_audience: 'nameIssuer',
  assertion_clock: 'setClock',
  assertion_replayed: 'signAssertion',
  key_unknown: 'checkKeyId',
  key_revoked: 'replaceKey',
  key_disabled: 'enableKey',
  key_expired: 'replaceKey',
  key_changing: 'repeat',
  owner_deactivated: 'reactivateOwner',
  network_outside: 'changeNetwork',
  master_secret_missing: 'addMasterSecret',
  scope_exceeded: 'lessScope',
  key_not_rotatable: 'rotateInPortal',
  former_secret_works: 'retireFormer',
  rotated_recently: 'repeat',
  introspect_missing: 'lessScope',
  revoke_without_key: 'authenticate',

  refresh_malformed: 'newTokens',
  refresh_unknown: 'newTokens',
  refresh_forged: 'newTokens',
  refresh_other_client: 'nameOwner',
  refresh_reused: 'refreshOnce',
  refresh_from_future: 'newTokens',
  refresh_master_secret_missing: 'addMasterSecret',
  family_changing: 'repeat',
  family_revoked: 'newTokens',
  family_ended: 'newTokens',
  family_idle: 'newTokens',

  bearer_missing: 'sendBearer',
  bearer_malformed: 'sendBearer',
  bearer_in_form: 'sendBearer',
  bearer_in_url: 'replaceToken',
  token_invalid: 'newTokens',
  token_expired: 'newTokens',
  token_from_future: 'newTokens',
  token_family_gone: 'newTokens',
  token_family_differs: 'newTokens',
  token_unbound: 'sendBearer',
  proof_missing: 'sendProof',
  proof_malformed: 'sendProof',
  proof_other_request: 'sendProof',
  proof_other_token: 'sendProof',
  proof_clock: 'setClock',
  proof_nonce: 'takeNonce',
  proof_replayed: 'sendProof',
  proof_other_key: 'sendProof',
  scope_missing: 'lessScope',
  owner_not_manager: 'managerKey',

  origin_unregistered: 'registerOrigin',
  origin_outside_key: 'otherOrigin',
  account_outside_key: 'otherAccount',
  account_unknown: 'checkAccount',
  account_suspended: 'resumeAccount',
  account_not_allowed: 'giveAccess',
  too_many_links: 'linkOnDemand',
  limit_used_up: 'raiseLimit',
  too_many_failures: 'slowDown',
  too_many_waiting: 'waitLess',
  position_unknown: 'omitAfter',

  link_malformed: 'openOnce',
  link_unknown: 'openOnce',
  link_edited: 'openOnce',
  link_invalidated: 'openOnce',
  link_expired: 'openOnce',
  link_used: 'openOnce',
  link_revoked: 'newLink',
  link_other_browser: 'sameBrowser',

  original_url_missing: 'oneOriginalUrl',
  original_url_outside: 'onlyAccounts',

  unavailable: 'tryLater',
  internal_error: 'report',
} as const satisfies Readonly<Record<RefusalReason, string>>

/** Cause and remedy of a refusal, in the reader's language. */
export type Explanation = Readonly<{ cause: string; remedy: string }>

export function explainRefusal(
  { reason, facts }: Pick<KeptRefusal, 'reason' | 'facts'>,
  { locale, timeZone }: Pick<Preferences, 'locale' | 'timeZone'>,
): Explanation {
  const t = translatorFor(locale, 'why')
  const { field = '', origin = '', accountId = '', scope = '', expiredAt } = facts
  const when =
    expiredAt === undefined
      ? '–'
      : formatterFor(locale, timeZone).dateTime(expiredAt, { dateStyle: 'long', timeStyle: 'short' })
  return {
    cause: t(`causes.${reason}`, { field, origin, accountId, scope, when }),
    remedy: t(`remedies.${remedyOf[reason]}`),
  }
}
