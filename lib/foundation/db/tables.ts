import type { Generated } from 'kysely'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import type { AccountTables } from '#lib/foundation/db/account-tables.ts'
import type { HandOversTable } from '#lib/foundation/db/hand-overs-table.ts'
import type { KeySecretsTable } from '#lib/foundation/db/key-secrets-table.ts'
import type { MailsTable } from '#lib/foundation/db/mails-table.ts'
import type { RefusalsTable } from '#lib/foundation/db/refusals-table.ts'
import type { ScimTables } from '#lib/foundation/db/scim-tables.ts'
import type { SignInTables } from '#lib/foundation/db/sign-in-tables.ts'
import type { AccountUsageTable, KeyUsageTable } from '#lib/foundation/db/usage-tables.ts'

/**
 * All tables, in types that both engines support: text, integers, instants as Unix milliseconds. A state is a nullable
 * instant: `revoked_at` also says when.
 */
export type Tables = AccountTables &
  ScimTables &
  SignInTables & {
    users: {
      id: string
      /** Null only for service users. */
      email: string | null
      email_key: string | null
      username: string
      username_key: string
      name: string
      /** Folded name, username and email, for search and list order. */
      search_text: string
      role: Role
      account_scope: 'all' | 'list'
      note: Generated<string | null>
      password_hash: string | null
      password_set_at: number | null
      created_at: number
      created_by: string
      deactivated_at: number | null
      last_sign_in_at: number | null
      /** Managers hide the checklist of first steps for themselves. */
      first_steps_hidden_at: Generated<number | null>
      /** Chosen for every browser; null for those of the browser. */
      language: Generated<string | null>
      time_zone: Generated<string | null>
      /** Of the browser at the last sign-in. */
      browser_language: Generated<string | null>
      /** Space-separated kinds of mail. */
      muted_notices: Generated<string | null>
      /** Until when the user may sign in without the second factor that the policy requires; given once. */
      factor_grace_ends_at: Generated<number | null>
      /** When the password was set, if it is too short without a second factor. */
      short_password_set_at: Generated<number | null>
      /** The source of the group mapping that made the user an admin. */
      role_source: Generated<string | null>
      /** Since when a provider signs the user in; null without an identity. */
      linked_at: Generated<number | null>
      /** Since when the name is one that the user chose, which neither they proved nor a manager approved. */
      username_unproven_at: Generated<number | null>
      email_unproven_at: Generated<number | null>
    }
    /** New names of a user that wait for their proof or a manager; null for one that stays. */
    name_changes: { user_id: string; username: string | null; email: string | null; requested_at: number }
    webhooks: {
      id: string
      url: string
      description: string
      /** Space-separated; null for all. */
      kinds: string | null
      created_at: number
      created_by: string
      /** The signing secret, encrypted like a signing key; `former_sealed`: the one before, while both sign. */
      secret_sealed: string
      secret_created_at: number
      /** The user who saw it; null for the operator, and if it is unknown. */
      secret_created_by: Generated<string | null>
      former_sealed: string | null
      master_id: string
      /** The number of the last journal entry that it was sent, or that it does not want. */
      position: number
      /** Failed attempts to send the next event. */
      attempts: Generated<number>
      first_failed_at: Generated<number | null>
      next_attempt_at: Generated<number | null>
      /** The process that sends now, until when. */
      claimed_by: Generated<string | null>
      claimed_until: Generated<number | null>
      paused_at: Generated<number | null>
      paused_reason: Generated<string | null>
    }
    webhook_deliveries: {
      id: string
      webhook_id: string
      /** Null for a test. */
      seq: number | null
      message_id: string
      kind: string
      at: number
      duration_ms: number
      /** Null without a response. */
      status: number | null
      reason: string | null
      /** The start of the response. */
      answer: string
    }
    refusals: RefusalsTable
    mails: MailsTable
    return_addresses: { origin: string; created_at: number; created_by: string }
    api_keys: {
      id: string
      name: string
      /** The name as searches match it; null if a former version wrote it during the upgrade. */
      search_text: Generated<string | null>
      owner_id: string
      created_by: string
      created_at: number
      expires_at: number | null
      disabled_at: number | null
      revoked_at: number | null
      last_used_at: number | null
      last_used_from: string | null
      /** Space-separated, like the limits, which apply within the owner's access; null for no limit. */
      scopes: string
      account_ids: string | null
      networks: string | null
      note: string | null
      /** Space-separated origins. */
      return_addresses: string | null
      limit_mode: 'observe' | 'enforce' | null
      calls_per_minute: number | null
      calls_per_day: number | null
      /** The last notice before the key expires, in days; null before the first one. */
      expiry_noticed_days: Generated<number | null>
      /** Null unless the key may rotate its own secret. */
      rotatable_since: Generated<number | null>
      /** Null unless its tokens are always bound to a key of the client (RFC 9449). */
      dpop_since: Generated<number | null>
    }
    key_secrets: KeySecretsTable
    hand_overs: HandOversTable
    /** The calls that processes have taken of a key's limit since `starts_at`. `period`: a unit of time. */
    key_calls: { key_id: string; period: 'minute' | 'day' | 'api'; starts_at: number; calls: number }
    /** Calls beyond a key's limits. `hour`: its first instant. */
    key_excess_hours: { key_id: string; hour: number; mode: 'observe' | 'enforce'; calls: number }
    refresh_families: {
      id: string
      nonce: string
      master_id: string
      key_id: string
      owner_id: string
      generation: number
      issued_at: number
      issued_from: string
      rotated_at: number | null
      idle_expires_at: number
      expires_at: number
      revoked_at: number | null
      revoked_reason: string | null
      /** The granted scope; a refresh may request less. */
      scope: string
      /** The secret that opened it. */
      secret_id: string
      /** The thumbprint of the key that its tokens are bound to (RFC 9449); null: they are bearer tokens. */
      dpop_jkt: Generated<string | null>
    }
    signing_keys: {
      id: string
      alg: string
      public_jwk: string
      /** The private JWK, encrypted under a key derived from the master secret `master_id`. */
      private_sealed: string
      master_id: string
      created_at: number
      activated_at: number | null
      retired_at: number | null
    }
    sso_grants: {
      token_hash: string
      user_id: string
      account_id: string
      /** The API key and refresh family that issued it; null for a launch from the portal. */
      key_id: string | null
      family_id: string | null
      /** The browser that it is bound to; null for a grant that a client requested. */
      browser_hash: string | null
      back_url: string
      deep_path: string
      locale: string
      /** Set on a launch's grant that repeats an expired one: it isn't repeated again. */
      retry_of_at: number | null
      issued_at: number
      expires_at: number
      redeemed_at: number | null
      burned_at: number | null
      /** Client networks, as `toClientNetwork` writes them. */
      redeemed_from: Generated<string | null>
      session_id: Generated<string | null>
      /** The first prefetch, and the first refusal or the one that invalidated it. */
      prefetched_at: Generated<number | null>
      prefetched_from: Generated<string | null>
      refused_at: Generated<number | null>
      refused_from: Generated<string | null>
      refused_reason: Generated<string | null>
    }
    account_sessions: {
      id: string
      /** Null while it waits for the user's consent. */
      secret_hash: string | null
      /** Which master secret sealed its cookie: `latchkey doctor` counts sessions that need the old one. */
      master_id: string | null
      user_id: string
      account_id: string
      key_id: string | null
      family_id: string | null
      browser_hash: string
      locale: string
      back_url: string
      deep_path: string
      created_at: number
      last_seen_at: number
      expires_at: number
      /** Null once the user has consented, or if there was no need to ask. */
      pending_until: number | null
      confirmed_at: Generated<number | null>
      ended_at: number | null
      end_reason: string | null
    }
    audit_events: {
      id: string
      at: number
      kind: string
      actor_kind: string
      actor_id: string | null
      actor_name: string
      subject_kind: string
      subject_id: string | null
      subject_name: string
      account_id: string | null
      address: string
      request_id: string
      details: string
      /** The API key that the event concerns. */
      key_id: string | null
      /** The IP address as `toAddressKey` writes it; null in events of a former version that ran during the upgrade. */
      address_key: string | null
    }
    /** `hash`: hexadecimal, see `lib/domain/events/journal/chain.ts`. */
    journal_entries: { seq: number; event_id: string; hash: string }
    /** `token`: a JWS that names the entry. */
    journal_checkpoints: { seq: number; created_at: number; token: string }
    /** Every key that has signed a checkpoint. */
    journal_keys: { id: string; public_jwk: string }
    /** Written by a trigger, and deleted once the event is in the journal. */
    unsealed_events: { at: number; event_id: string }
    activity_views: { user_id: string; name: string; query: string; created_at: number }
    settings: { name: string; value: string }
    /** At most one row. `logo`: its bytes in Base64. */
    organization: {
      id: string
      name: Generated<string | null>
      accent: Generated<string | null>
      logo_type: Generated<string | null>
      logo_digest: Generated<string | null>
      /** Width in thousandths of the height. */
      logo_aspect: Generated<number | null>
      changed_at: number
      logo: Generated<string | null>
    }
    /** Written only by triggers. */
    counters: { name: string; value: number }
    /** `hour`: its first instant. */
    usage_hours: { hour: number; name: string; count: number }
    key_usage: KeyUsageTable
    account_usage: AccountUsageTable
    /** Null until the transaction that creates something ends. */
    used_proofs: { id: string; expires_at: number }
    idempotency_keys: { key_id: string; name: string; fingerprint: string; response: string | null; created_at: number }
    leases: { name: string; holder: string; free_at: number }
    locks: { name: string }
  }
