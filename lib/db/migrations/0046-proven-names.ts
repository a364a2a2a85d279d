import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/**
 * A new username or email address that waits until its user proves it or a manager approves it, and since when a user has
 * one that they chose themselves without either. Until now users changed both at once: the last event that changed a name
 * says whether its user did. Owners may choose; events that are no longer kept can't tell it.
 */
export const up = scriptMigration(`
  create table name_changes (
    user_id text not null primary key references users (id), username text, email text, requested_at bigint not null
  );
  alter table users add column username_unproven_at bigint;
  alter table users add column email_unproven_at bigint;
  ${markChosen('username_unproven_at', 'formerUsername')}
  ${markChosen('email_unproven_at', 'formerEmail')}
`)

/** Since when the user has the name that they chose, unless a directory changed it afterwards. */
function markChosen(column: string, detail: string): string {
  const changes = (kind: string) => `from audit_events e where e.kind = '${kind}' and e.details like '%"${detail}":%'`
  const lastOf = (kind: string) => `(select max(e.at) ${changes(kind)} and e.subject_id = users.id)`
  const chosen = lastOf('user.profile_changed')
  return `update users set ${column} = ${chosen} where role <> 'owner'
    and id in (select e.subject_id ${changes('user.profile_changed')})
    and ${chosen} > coalesce(${lastOf('user.updated')}, 0);`
}
