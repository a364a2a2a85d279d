import type { Role } from '#lib/roles.ts'

/**
 * All tables, in types that both engines support: text, integers, instants as Unix milliseconds. A state is a nullable
 * instant: `revoked_at` also says when.
 */
export type Tables = {
  users: UserRow
  user_accounts: { user_id: string; account_id: string; granted_at: number }
  accounts: AccountRow
  account_shortcuts: { user_id: string; account_id: string; pinned_at: number | null; opened_at: number | null }
  account_imports: AccountImportRow
  return_addresses: { origin: string; created_at: number; created_by: string }
  api_keys: ApiKeyRow
  refresh_families: RefreshFamilyRow
  signing_keys: SigningKeyRow
  sso_grants: SsoGrantRow
  account_sessions: AccountSessionRow
  portal_sessions: PortalSessionRow
  password_links: PasswordLinkRow
  sign_in_failures: { subject: string; failures: number; window_ends_at: number }
  known_browsers: { browser_hash: string; user_id: string; last_sign_in_at: number }
  refused_sign_ins: { network: string; failures: number; window_ends_at: number }
  audit_events: AuditEventRow
  settings: { name: string; value: string }
  leases: { name: string; holder: string; free_at: number }
  locks: { name: string }
}

export type UserRow = {
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
  password_hash: string | null
  password_set_at: number | null
  created_at: number
  created_by: string
  deactivated_at: number | null
  last_sign_in_at: number | null
}

export type AccountRow = {
  id: string
  name: string
  /** Lower-case name and ID, for search. */
  search_text: string
  locale: string | null
  deep_path: string | null
  created_at: number
  suspended_at: number | null
}

export type AccountImportRow = {
  id: string
  user_id: string
  file_name: string
  /** The uploaded file; empty once it is imported without rejected rows. */
  content: string
  total_rows: number
  bad_rows: number
  done_rows: number
  created_rows: number
  updated_rows: number
  unchanged_rows: number
  uploaded_at: number
  advanced_at: number | null
  finished_at: number | null
}

export type ApiKeyRow = {
  id: string
  secret_hash: string
  master_id: string
  name: string
  owner_id: string
  created_by: string
  created_at: number
  expires_at: number | null
  disabled_at: number | null
  revoked_at: number | null
  last_used_at: number | null
  last_used_from: string | null
  /** Space-separated scopes. */
  scopes: string
  /**
   * The accounts that the key may open, within its owner's access, and the networks that it may be used from. Null for
   * no limit.
   */
  account_ids: string | null
  networks: string | null
}

export type RefreshFamilyRow = {
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
}

export type SigningKeyRow = {
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

export type SsoGrantRow = {
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
}

export type AccountSessionRow = {
  id: string
  /** Null while it waits for the user's consent. */
  secret_hash: string | null
  /** Which master secret sealed its cookie: `latchkey doctor` counts sessions that need the old one. */
  master_id: string | null
  user_id: string
  account_id: string
  /** The API key and refresh family that opened it; null for a launch from the portal. */
  key_id: string | null
  family_id: string | null
  browser_hash: string
  locale: string
  back_url: string
  deep_path: string
  created_at: number
  last_seen_at: number
  expires_at: number
  pending_until: number | null
  ended_at: number | null
  end_reason: string | null
}

export type PortalSessionRow = {
  id: string
  secret_hash: string
  /** Which master secret sealed its cookie: `latchkey doctor` counts sessions that need the old one. */
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
}

export type PasswordLinkRow = {
  token_hash: string
  purpose: string
  user_id: string | null
  created_by: string
  created_at: number
  expires_at: number
  used_at: number | null
}

export type AuditEventRow = {
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
}
