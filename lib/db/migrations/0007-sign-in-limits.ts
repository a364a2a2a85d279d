import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Browsers that a user signed in with since the password was set, and refused sign-ins to summarize. */
export const up = scriptMigration(`
  create table known_browsers (
    browser_hash text not null, user_id text not null references users (id), last_sign_in_at bigint not null,
    constraint known_browsers_pkey primary key (browser_hash, user_id)
  );
  create index known_browsers_by_user on known_browsers (user_id, last_sign_in_at);
  create index known_browsers_by_sign_in on known_browsers (last_sign_in_at);
  insert into known_browsers (browser_hash, user_id, last_sign_in_at)
    select s.browser_hash, s.user_id, max(s.created_at)
    from portal_sessions s join users u on u.id = s.user_id
    where u.deactivated_at is null and s.created_at >= u.password_set_at
    group by s.browser_hash, s.user_id;
  create table refused_sign_ins (
    network text primary key, failures bigint not null, window_ends_at bigint not null
  );
  create index refused_sign_ins_by_end on refused_sign_ins (window_ends_at);
`)
