import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/**
 * Requests of users for access to an account. `account_id` is the ID as the user entered it, and no foreign key: a user
 * must not learn from a request whether the account exists.
 */
export const up = scriptMigration(`
  create table access_requests (
    id text not null constraint access_requests_key primary key,
    user_id text not null references users (id), account_id text not null, reason text not null,
    requested_at bigint not null,
    decision text, decided_at bigint, decided_by text, note text
  );
  create unique index access_requests_pending on access_requests (user_id, account_id) where decided_at is null;
  create index access_requests_waiting on access_requests (requested_at, id) where decided_at is null;
  create index access_requests_decided on access_requests (decided_at, id) where decided_at is not null;
  create index access_requests_by_user on access_requests (user_id, requested_at);
  create index access_requests_by_age on access_requests (coalesce(decided_at, requested_at));
`)
