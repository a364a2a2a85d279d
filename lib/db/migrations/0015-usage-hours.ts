import { scriptMigration } from '#lib/db/migrations/run-script.ts'

/** What happened in each hour (see `lib/usage`). The accounts opened in the last 60 days are taken from the events. */
export const up = scriptMigration(`
  create table usage_hours (hour bigint not null, name text not null, count bigint not null, primary key (name, hour));
  create index usage_hours_by_hour on usage_hours (hour);
  insert into usage_hours (hour, name, count)
    select at - at % 3600000, 'account-opened', count(*) from audit_events
      where kind = 'sso_grant.redeemed' and at > (select max(at) - 5184000000 from audit_events)
      group by at - at % 3600000;
`)
