import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Responses to creating requests with an `Idempotency-Key`, in the transaction of what they created. */
export const up = scriptMigration(`
  create table idempotency_keys (
    key_id text not null, name text not null, fingerprint text not null, response text, created_at bigint not null,
    constraint idempotency_keys_key primary key (key_id, name)
  );
  create index idempotency_keys_by_creation on idempotency_keys (created_at);
`)
