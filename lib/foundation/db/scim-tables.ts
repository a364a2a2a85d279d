/** What a company's directory provisions by SCIM: a part of `Tables`. */
export type ScimTables = {
  /** Users that the directory manages. */
  scim_users: {
    user_id: string
    /** The directory's own identifier. */
    external_id: string | null
    /** Null after the directory deleted the user. */
    user_name: string | null
    user_name_key: string | null
    given_name: string | null
    family_name: string | null
    changed_at: number
    deleted_at: number | null
  }
  scim_groups: {
    id: string
    external_id: string | null
    name: string
    name_key: string
    /** Counts the changes of name and members. */
    version: number
    created_at: number
    changed_at: number
  }
  scim_group_members: { group_id: string; user_id: string }
}
