/** The journal of audit events, webhooks, mail, and the settings of the server. */
export const serverTables = `
  create table audit_events (
    id text primary key, at bigint not null, kind text not null, actor_kind text not null, actor_id text,
    actor_name text not null, subject_kind text not null, subject_id text, subject_name text not null,
    account_id text, address text not null, request_id text not null, details text not null, key_id text,
    address_key text
  );
  create index audit_events_by_time on audit_events (at, id);
  create index audit_events_by_actor on audit_events (actor_id, at);
  create index audit_events_by_subject on audit_events (subject_id, at);
  create index audit_events_by_account on audit_events (account_id, at);
  create index audit_events_by_key on audit_events (key_id, at) where key_id is not null;
  create index audit_events_by_kind on audit_events (kind, at);
  create index audit_events_by_network on audit_events (address_key, at);
  create table journal_entries (seq bigint not null primary key, event_id text not null, hash text not null);
  create table journal_checkpoints (seq bigint not null primary key, created_at bigint not null, token text not null);
  create table journal_keys (id text not null primary key, public_jwk text not null);
  create table unsealed_events (at bigint not null, event_id text not null, primary key (at, event_id));
  create table webhooks (
    id text not null primary key, url text not null, description text not null, kinds text,
    created_at bigint not null, created_by text not null, secret_sealed text not null,
    secret_created_at bigint not null, former_sealed text, master_id text not null, position bigint not null,
    attempts bigint not null default 0, first_failed_at bigint, next_attempt_at bigint, claimed_by text,
    claimed_until bigint, paused_at bigint, paused_reason text, secret_created_by text
  );
  create table webhook_deliveries (
    id text not null primary key, webhook_id text not null, seq bigint, message_id text not null, kind text not null,
    at bigint not null, duration_ms bigint not null, status bigint, reason text, answer text not null
  );
  create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, at);
  create index webhook_deliveries_by_time on webhook_deliveries (at);
  create table mails (
    id text not null primary key, user_id text not null, kind text not null, actor_id text, facts text not null,
    link_sealed text, master_id text, created_at bigint not null, attempts bigint not null default 0,
    next_attempt_at bigint not null, claimed_by text, claimed_until bigint, sent_at bigint, failed_at bigint,
    stage text, reason text, delete_at bigint not null
  );
  create index mails_to_send on mails (next_attempt_at) where sent_at is null and failed_at is null;
  create index mails_by_user on mails (user_id, created_at);
  create index mails_by_deletion on mails (delete_at);
  create table usage_hours (
    hour bigint not null, name text not null, count bigint not null, primary key (name, hour)
  );
  create index usage_hours_by_hour on usage_hours (hour);
  -- The logo comes last: the columns that every page reads are before it.
  create table organization (
    id text not null constraint organization_key primary key
      constraint organization_one_row check (id = 'organization'),
    name text, accent text, logo_type text, logo_digest text, logo_aspect bigint, changed_at bigint not null,
    logo text
  );
  create table settings (name text primary key, value text not null);
  create table leases (name text primary key, holder text not null, free_at bigint not null);
  -- A transaction that inserts a name waits until the one that has inserted it before ends (latchkey_lock).
  create table locks (name text primary key);
`
