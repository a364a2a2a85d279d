import type { Generated } from 'kysely'

/** What users sign in with, their sessions, and what limits attempts. */
export type SignInTables = {
  portal_sessions: {
    id: string
    secret_hash: string
    master_id: string | null
    user_id: string
    browser_hash: string
    address: string
    user_agent: string
    created_at: number
    confirmed_at: number
    last_seen_at: number
    expires_at: number
    ended_at: number | null
    /** How the user signed in; see `Strength`. */
    strength: string
    /** The identifier before the latest confirmation, which still works for a moment. */
    former_secret_hash: Generated<string | null>
    former_ends_at: Generated<number | null>
    /** The identity at a provider that it came from, and the provider's own session. */
    identity_id: Generated<string | null>
    provider_sid_hash: Generated<string | null>
  }
  sign_in_providers: {
    id: string
    label: string
    issuer: string
    client_id: string
    client_auth: string
    secret_sealed: string | null
    master_id: string | null
    /** Lists are separated by spaces. */
    domains: string
    groups_claim: string | null
    acr_values: string | null
    amr_values: string | null
    max_age_seconds: number | null
    creates_users_at: number | null
    passwords_off_at: number | null
    disabled_at: number | null
    created_at: number
    created_by: string
  }
  provider_identities: {
    id: string
    provider_id: string
    issuer: string
    subject: string
    user_id: string
    email: string | null
    linked_at: number
    last_sign_in_at: number | null
  }
  used_logout_tokens: { token_hash: string; expires_at: number }
  /** A hash of session and provider, and what came of the latest test sign-in. */
  provider_tests: { id: string; sealed: string; expires_at: number }
  passkeys: {
    id: string
    user_id: string
    /** Base64url, chosen by the authenticator. */
    credential_id: string
    /** COSE, base64url. */
    public_key: string
    sign_count: number
    name: string
    /** Separated by commas; empty if the browser names none. */
    transports: string
    device_type: string
    created_at: number
    last_used_at: number | null
  }
  used_challenges: { challenge_hash: string; expires_at: number }
  authenticator_apps: {
    user_id: string
    secret_sealed: string
    master_id: string
    /** The time step of the latest code that was used. */
    last_step: number
    created_at: number
    last_used_at: number | null
  }
  recovery_codes: { code_hash: string; user_id: string; created_at: number; used_at: number | null }
  sign_in_policy: { id: string; second_factor: string; changed_at: number; changed_by: string }
  pending_sign_ins: {
    token_hash: string
    user_id: string
    browser_hash: string
    password_set_at: number
    expires_at: number
    identity_id: Generated<string | null>
    provider_sid_hash: Generated<string | null>
    provider_name: Generated<string | null>
  }
  password_links: {
    token_hash: string
    purpose: string
    user_id: string | null
    created_by: string
    created_at: number
    expires_at: number
    used_at: number | null
  }
  sign_in_failures: { subject: string; failures: number; window_ends_at: number }
  known_browsers: { browser_hash: string; user_id: string; last_sign_in_at: number }
  refused_sign_ins: { network: string; failures: number; window_ends_at: number }
}
