import type { Generated } from 'kysely'

/** The secrets of API keys; see `secretState` for what the instants say. */
export type KeySecretsTable = {
  id: string
  key_id: string
  secret_hash: string
  master_id: string
  /**
   * A public key that the client signs assertions with, instead of a secret; hash and master secret are placeholders.
   */
  public_jwk: Generated<string | null>
  created_at: number
  created_by: string
  /** Who saw it: the user who created it, the recipient of that user's hand-over link, or a program. */
  shown_to: Generated<'creator' | 'recipient' | 'program'>
  /** When its first use made it current; null until then. */
  current_since: Generated<number | null>
  /** When it lapses unless it is used; null for a key's first secret. */
  lapses_at: Generated<number | null>
  /** For how long the secret before it works once this one is current, and what then happens to its families. */
  former_retires_after_ms: Generated<number | null>
  former_families: Generated<'run_out' | 'end' | null>
  /** Since when the next secret is current, when this one stops to work, and what then happens to its families. */
  retiring_since: Generated<number | null>
  retires_at: Generated<number | null>
  families: Generated<'run_out' | 'end' | null>
  /** When it was retired or replaced. */
  retired_at: Generated<number | null>
  /** The last rehearsal: when this secret was refused. */
  refused_from: Generated<number | null>
  refused_until: Generated<number | null>
  last_used_at: Generated<number | null>
}
