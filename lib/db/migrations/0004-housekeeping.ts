import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/**
 * Coordination of several instances, and missing indexes for maintenance. A lease says which instance runs maintenance;
 * `master_id`, which master secret sealed a session's cookie: for open sessions, the most recently used one.
 * From now on a family's idle end is never after its absolute end, so one column says when it ends.
 */
export const up = scriptMigration(`
  create table leases (name text primary key, holder text not null, free_at bigint not null);
  alter table portal_sessions add column master_id text;
  update portal_sessions set master_id = (select value from settings where settings.name = 'master-secret-id');
  alter table account_sessions add column master_id text;
  update account_sessions set master_id = (select value from settings where settings.name = 'master-secret-id');
  update refresh_families set idle_expires_at = expires_at where idle_expires_at > expires_at;
  create index refresh_families_by_end on refresh_families (coalesce(revoked_at, idle_expires_at));
  create index password_links_by_expiry on password_links (expires_at);
  -- Finding old imports must not read their rows, which may be megabytes long.
  create index account_imports_by_last_step on account_imports (coalesce(finished_at, advanced_at, uploaded_at));
`)
