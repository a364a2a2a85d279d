import type { Generated } from 'kysely'

/** Links that hand over a key; see `handOverState` for what the instants say. */
export type HandOversTable = {
  id: string
  key_id: string
  token_hash: string
  created_at: number
  created_by: string
  expires_at: number
  /**
   * For how long the secret before it works once the generated one is current, and what then happens to its families.
   */
  former_retires_after_ms: number
  former_families: 'run_out' | 'end'
  /** When it was withdrawn, replaced, or ended with its key. */
  withdrawn_at: Generated<number | null>
  /** When and from where its secret was generated. */
  used_at: Generated<number | null>
  used_from: Generated<string | null>
  reported_at: Generated<number | null>
}
