import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/**
 * Whom secrets were shown to: the recipient of a hand-over link saw the secret that the link's creator counts as creating,
 * and a program saw the one that it generated with its own key. Events that are no longer kept can't tell it.
 */
export const up = scriptMigration(`
  alter table key_secrets add column shown_to text not null default 'creator';
  update key_secrets set shown_to = 'recipient' where exists (
    select 1 from audit_events e where e.key_id = key_secrets.key_id and e.kind = 'api_key.hand_over_used'
      and e.details like '%"secretId":"' || key_secrets.id || '"%');
  update key_secrets set shown_to = 'program' where exists (
    select 1 from audit_events e where e.key_id = key_secrets.key_id and e.kind = 'api_key.secret_rotated'
      and e.actor_kind = 'program' and e.details like '%"secretId":"' || key_secrets.id || '"%');
  create index key_secrets_by_creator on key_secrets (created_by, created_at);
  alter table webhooks add column secret_created_by text;
  update webhooks set secret_created_by = (
    select e.actor_id from audit_events e where e.subject_id = webhooks.id
      and e.kind in ('webhook.added', 'webhook.secret_rotated') order by e.at desc, e.id desc limit 1);
`)
