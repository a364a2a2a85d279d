import type { Generated } from 'kysely'

/** Accounts, who may open them, and what users do with them: a part of `Tables`. */
export type AccountTables = {
  user_accounts: { user_id: string; account_id: string; granted_at: number }
  accounts: {
    id: string
    name: string
    search_text: string
    locale: string | null
    deep_path: string | null
    created_at: number
    suspended_at: number | null
    /** 0 for never, otherwise exact to the hour. Written only by triggers. */
    last_opened_at: Generated<number>
  }
  /** The words of accounts, each once, in which the launcher looks for typos. */
  account_words: { word: string }
  account_groups: { id: string; name: string; name_key: string; note: string; created_at: number; changed_at: number }
  /** Matches the accounts with this ID prefix and this locale; an empty text matches all. */
  account_group_rules: {
    id: string
    group_id: string
    id_prefix: string
    locale: string
    created_at: number
    /** Null until the accounts that exist are matched. */
    applied_at: number | null
  }
  /** One row for each reason: `rule_id` is empty for a chosen account. Triggers keep those of rules. */
  account_group_members: { group_id: string; account_id: string; rule_id: string }
  user_account_groups: {
    user_id: string
    group_id: string
    granted_at: number
    /** Null if a manager gave it; otherwise only mapped_account_groups does. */
    mapped_at: Generated<number | null>
  }
  /** One row for each source whose mappings give the user this group. */
  mapped_account_groups: { user_id: string; group_id: string; source: string }
  /** `source`: `scim`, or the ID of a sign-in provider. `role` or `account_group_id` is null. */
  group_mappings: {
    id: string
    source: string
    group_name: string
    role: string | null
    account_group_id: string | null
    created_at: number
    created_by: string
  }
  account_shortcuts: {
    user_id: string
    account_id: string
    pinned_at: number | null
    /** Among the user's pinned accounts; kept when the account is unpinned. */
    pin_order: number | null
    opened_at: number | null
  }
  access_requests: {
    id: string
    user_id: string
    /** As entered: possibly of no account. */
    account_id: string
    reason: string
    requested_at: number
    decision: 'approved' | 'declined' | null
    decided_at: number | null
    decided_by: string | null
    note: string | null
  }
  account_imports: {
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
}
