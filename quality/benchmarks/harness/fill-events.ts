import { sql } from 'kysely'
import { insertRows } from '../../../lib/foundation/db/copy/rows.ts'
import type { Db } from '../../../lib/foundation/db/database.ts'
import { engineOf } from '../../../lib/foundation/db/engine.ts'
import { toAddressKey } from '../../../lib/kernel/networks.ts'

/** Events are this far apart, so that ten million cover 347 days. */
const intervalMs = 3_000
const eventsPerStatement = 200_000

/** The n-th IP address outside the busy network. */
const addressCount = 60_000

/**
 * Adds the audit events of a busy year that ends now: 70 % opened accounts, half of these with an API key. One user,
 * one key and one IP address cause a tenth to a third of them. `acc-1`, `usr_1` and `lkid_1` are ordinary ones.
 */
export async function fillEvents(db: Db, count: number, now: number): Promise<void> {
  await addAddresses(db)
  const indexes = await listIndexes(db)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  const start = now - count * intervalMs
  for (let done = 0; done < count; done += eventsPerStatement) {
    await addEvents(db, { from: done, to: Math.min(count, done + eventsPerStatement), start })
  }
  for (const index of indexes) await sql.raw(index.sql).execute(db)
  await sql`drop table filled_addresses`.execute(db)
  await sql`analyze`.execute(db)
}

/** The sources of events: one IP address causes a third of them. */
export const networks = {
  busyAddress: '203.0.113.7',
  address: '100.64.0.9',
  /** 200 IP addresses with 1 % of all events. */
  office: '192.0.2.0/24',
  /** 250 IP addresses with the oldest events. */
  formerAttack: '198.51.100.0/24',
  /** 20,000 IP addresses. */
  provider: '100.64.0.0/10',
  /** 39,550 IP addresses: browsers change theirs every day. */
  ipv6: '2001:db8:1::/48',
  /** 41 of these IP addresses, with 4,500 events. */
  small: '2001:db8:1::8000/117',
  none: '198.18.0.0/15',
} as const

async function addAddresses(db: Db): Promise<void> {
  await sql`create table filled_addresses (n integer primary key, address text, address_key text)`.execute(db)
  const all = Array.from({ length: addressCount }, (_, n) => ({ n, address: addressOf(n) }))
  const rows = all.map((row) => ({ ...row, address_key: toAddressKey(row.address) }))
  for (let done = 0; done < rows.length; done += 5_000) {
    await insertRows(db, 'filled_addresses' as never, rows.slice(done, done + 5_000) as never)
  }
}

function addressOf(n: number): string {
  if (n < 200) return `192.0.2.${n}`
  if (n < 450) return `198.51.100.${n - 200}`
  if (n < 20_450) return `100.64.${(n - 450) >> 8}.${(n - 450) & 255}`
  return `2001:db8:1:${(n % 50).toString(16)}::${n.toString(16)}`
}

type StoredIndex = Readonly<{ name: string; sql: string }>

async function listIndexes(db: Db): Promise<readonly StoredIndex[]> {
  const query =
    engineOf(db) === 'sqlite'
      ? sql<StoredIndex>`select name, sql from sqlite_master where type = 'index' and tbl_name = 'audit_events' and sql is not null`
      : sql<StoredIndex>`select indexname as name, indexdef as sql from pg_indexes where indexname like 'audit_events_by_%'`
  return (await query.execute(db)).rows
}

/** Independent of each other, unlike the remainders of a number. */
function spread(factor: number, buckets: number) {
  return sql`((i * ${sql.lit(factor)}) % 4294967291) % ${sql.lit(buckets)}`
}

type Batch = Readonly<{ from: number; to: number; start: number }>

async function addEvents(db: Db, { from, to, start }: Batch): Promise<void> {
  await sql`
    insert into audit_events (id, at, kind, actor_kind, actor_id, actor_name, subject_kind, subject_id, subject_name,
      account_id, address, address_key, request_id, details, key_id)
    with recursive counted (i) as (
      select cast(${sql.lit(from)} as bigint) union all select i + 1 from counted where i + 1 < ${sql.lit(to)}
    ),
    drawn as (
      select i, ${spread(2_654_435_761, 1_000)} as w, ${spread(2_246_822_519, 2_000)} as u,
        ${spread(3_266_489_917, 100_000)} as a, ${spread(668_265_263, 200)} as k,
        case when i < 20000 then 200 + ${spread(2_971_215_073, 250)}
          when ${spread(374_761_393, 3)} = 0 then -1
          when ${spread(1_103_515_245, 100)} = 0 then ${spread(2_971_215_073, 200)}
          else 450 + ${spread(2_860_486_313, addressCount - 450)} end as p
      from counted
    ),
    named as (
      select i, w, p, case when u < 200 then 0 else u end as u, a, case when k < 60 then 0 else k end as k,
        w < 700 or w >= 990 as of_account, w between 940 and 979 as refused
      from drawn
    )
    select 'evt_' || cast(1000000000 + i as text), ${sql.lit(start)} + i * ${sql.lit(intervalMs)},
      case when w < 700 then 'sso_grant.redeemed' when w < 820 then 'portal_session.started'
        when w < 940 then 'portal_session.ended' when w < 980 then 'portal_session.refused'
        when w < 990 then 'user.updated' when w < 999 then 'account.updated'
        when i % 50021 = 0 then 'database.restored' else 'sso_grant.refused' end,
      case when refused then 'visitor' else 'person' end,
      case when not refused then 'usr_' || u end, case when refused then '' else 'Name of the user' end,
      case when of_account then 'account' else 'user' end,
      case when of_account then 'acc-' || a else 'usr_' || u end, 'Name of the subject',
      case when of_account then 'acc-' || a end,
      coalesce(address, ${networks.busyAddress}), coalesce(address_key, ${toAddressKey(networks.busyAddress)}),
      'req_' || cast(1000000000 + i as text),
      case when w < 350 then '{"via":"lkid_' || k || '"}' when w < 700 then '{"via":"launch"}' else '{}' end,
      case when w < 350 then 'lkid_' || k end
    from named left join filled_addresses on n = p
  `.execute(db)
}
