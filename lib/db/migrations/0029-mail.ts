import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Mail to send, the language to write it in, and which notices a user does not want. */
export const up = scriptMigration(`
  create table mails (
    id text not null primary key, user_id text not null, kind text not null, actor_id text, facts text not null,
    link_sealed text, master_id text, created_at bigint not null,
    attempts bigint not null default 0, next_attempt_at bigint not null, claimed_by text, claimed_until bigint,
    sent_at bigint, failed_at bigint, stage text, reason text, delete_at bigint not null
  );
  create index mails_to_send on mails (next_attempt_at) where sent_at is null and failed_at is null;
  create index mails_by_user on mails (user_id, created_at);
  create index mails_by_deletion on mails (delete_at);
  alter table users add column browser_language text;
  alter table users add column muted_notices text;
`)
