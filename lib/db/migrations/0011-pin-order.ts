import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** The place of a pinned account among its user's. Accounts that are pinned now keep their order, which is by name. */
export const up = scriptMigration(`
  alter table account_shortcuts add column pin_order integer;
  update account_shortcuts set pin_order = ordered.place
    from (
      select s.user_id, s.account_id,
        row_number() over (partition by s.user_id order by a.search_text, a.id) as place
      from account_shortcuts as s join accounts as a on a.id = s.account_id where s.pinned_at is not null
    ) as ordered
    where account_shortcuts.user_id = ordered.user_id and account_shortcuts.account_id = ordered.account_id;
`)
