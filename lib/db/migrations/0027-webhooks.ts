import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Webhook endpoints, each with its position in the journal, and their delivery attempts. */
export const up = scriptMigration(`
  create table webhooks (
    id text not null primary key, url text not null, description text not null, kinds text,
    created_at bigint not null, created_by text not null,
    secret_sealed text not null, secret_created_at bigint not null, former_sealed text, master_id text not null,
    position bigint not null, attempts bigint not null default 0, first_failed_at bigint, next_attempt_at bigint,
    claimed_by text, claimed_until bigint, paused_at bigint, paused_reason text
  );
  create table webhook_deliveries (
    id text not null primary key, webhook_id text not null, seq bigint, message_id text not null, kind text not null,
    at bigint not null, duration_ms bigint not null, status bigint, reason text, answer text not null
  );
  create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, at);
  create index webhook_deliveries_by_time on webhook_deliveries (at);
`)
