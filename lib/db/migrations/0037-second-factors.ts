import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** Passkeys, authenticator apps, recovery codes, the policy that requires them, and how each session signed in. */
export const up = scriptMigration(`
  create table passkeys (
    id text not null primary key, user_id text not null references users (id), credential_id text not null unique,
    public_key text not null, sign_count bigint not null, name text not null, transports text not null,
    device_type text not null, created_at bigint not null, last_used_at bigint
  );
  create index passkeys_by_user on passkeys (user_id);
  create table used_challenges (challenge_hash text not null primary key, expires_at bigint not null);
  create index used_challenges_by_expiry on used_challenges (expires_at);
  create table authenticator_apps (
    user_id text not null primary key references users (id), secret_sealed text not null, master_id text not null,
    last_step bigint not null, created_at bigint not null, last_used_at bigint
  );
  create table recovery_codes (
    code_hash text not null primary key, user_id text not null references users (id),
    created_at bigint not null, used_at bigint
  );
  create index recovery_codes_by_user on recovery_codes (user_id);
  create table sign_in_policy (
    id text not null primary key, second_factor text not null, changed_at bigint not null, changed_by text not null
  );
  create table pending_sign_ins (
    token_hash text not null primary key, user_id text not null references users (id), browser_hash text not null,
    password_set_at bigint not null, expires_at bigint not null
  );
  create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);
  create index pending_sign_ins_by_user on pending_sign_ins (user_id);
  alter table users add column factor_grace_ends_at bigint;
  alter table users add column short_password_set_at bigint;
  alter table portal_sessions add column strength text not null default 'pwd';
  alter table portal_sessions add column former_secret_hash text;
  alter table portal_sessions add column former_ends_at bigint;
  create index portal_sessions_by_former on portal_sessions (former_secret_hash);
`)
