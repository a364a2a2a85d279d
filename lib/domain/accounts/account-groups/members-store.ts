import { type Expression, type RawBuilder, sql } from 'kysely'
import type { GroupMembership, GroupsOfAccount } from '#lib/domain/accounts/account-groups/account-group.ts'
import { inParts } from '#lib/domain/accounts/accounts/store.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** The `rule_id` of an account that was chosen. */
const chosen = ''

/** Rows per transaction, so that other writers don't wait for all of them. */
export const rowsPerBatch = 2_000

/** Adds accounts to the group, without unknown IDs and accounts already chosen. @returns how many were added */
export async function addMembers(db: Db, groupId: string, accountIds: readonly string[]): Promise<number> {
  let added = 0
  for (const ids of inParts(accountIds)) {
    const accounts = sql`select ${groupId}, id, ${sql.lit(chosen)} from accounts where id in (${sql.join(ids)})`
    added += await insertMembers(db, accounts)
  }
  return added
}

/** Removes chosen accounts; those that a rule matches stay. @returns how many were removed */
export async function removeMembers(db: Db, groupId: string, accountIds: readonly string[]): Promise<number> {
  let removed = 0
  for (const ids of inParts(accountIds)) {
    const rows = await db
      .deleteFrom('account_group_members')
      .where('group_id', '=', groupId)
      .where('account_id', 'in', ids)
      .where('rule_id', '=', chosen)
      .returning('account_id')
      .execute()
    removed += rows.length
  }
  return removed
}

/** @returns whether members may be left */
export async function removeSomeMembers(db: Db, groupId: string): Promise<boolean> {
  return deleteSomeMembers(db, sql`group_id = ${groupId}`)
}

/** The next accounts of the group by ID. Each costs one step in the primary key, for any number of members. */
export async function listMembersAfter(
  db: Db,
  groupId: string,
  { after, limit }: Readonly<{ after: string; limit: number }>,
): Promise<readonly GroupMembership[]> {
  const next = db
    .selectFrom('account_group_members')
    .select('account_id')
    .distinct()
    .where('group_id', '=', groupId)
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(limit)
  // One statement: a member that is removed meanwhile must not end the list.
  return listReasons(db, groupId, sql`${next}`)
}

type Reasons = Readonly<{ isChosen: boolean; ruleIds: readonly string[] }>

/** Why these accounts are in the group: chosen, or the IDs of the rules that match them. */
export async function findReasons(
  db: Db,
  groupId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Reasons>> {
  if (accountIds.length === 0) return new Map()
  const found = await listReasons(db, groupId, accountIds)
  return new Map(found.map(({ accountId, ...reasons }) => [accountId, reasons]))
}

/** By account ID. */
async function listReasons(
  db: Db,
  groupId: string,
  accounts: readonly string[] | Expression<string>,
): Promise<GroupMembership[]> {
  const rows = await db
    .selectFrom('account_group_members')
    .select(['account_id', 'rule_id'])
    .where('group_id', '=', groupId)
    .where('account_id', 'in', accounts)
    .orderBy('account_id')
    .execute()
  return [...Map.groupBy(rows, ({ account_id }) => account_id)].map(([accountId, reasons]) => {
    const ruleIds = reasons.map(({ rule_id }) => rule_id).filter((ruleId) => ruleId !== chosen)
    return { accountId, isChosen: ruleIds.length < reasons.length, ruleIds }
  })
}

/** The groups that contain an account, by name. */
export async function listGroupsOfAccount(
  db: Db,
  accountId: string,
  limit: number,
): Promise<readonly Readonly<{ id: string; name: string }>[]> {
  return db
    .selectFrom('account_groups as g')
    .select(['g.id', 'g.name'])
    .where('g.id', 'in', (query) =>
      query.selectFrom('account_group_members as m').select('m.group_id').where('m.account_id', '=', accountId),
    )
    .orderBy('g.name_key')
    .limit(limit)
    .execute()
}

/** For each of these accounts that is in a group, its first groups by name. */
export async function listGroupsOfAccounts(
  db: Db,
  accountIds: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, GroupsOfAccount>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await sql<{ accountId: string; id: string; name: string; total: number }>`
    select account_id as "accountId", id, name, total from (
      select m.account_id, g.id, g.name,
        count(*) over (partition by m.account_id) as total,
        row_number() over (partition by m.account_id order by g.name_key) as place
      from (
        select distinct account_id, group_id from account_group_members where account_id in (${sql.join(accountIds)})
      ) as m
      inner join account_groups as g on g.id = m.group_id
    ) as placed
    where place <= ${sql.lit(limit)} order by account_id, place`.execute(db)
  const ofAccounts = Map.groupBy(rows, ({ accountId }) => accountId)
  return new Map(
    [...ofAccounts].map(([accountId, first]) => [
      accountId,
      { total: Number(first[0]?.total), first: first.map(({ id, name }) => ({ id, name })) },
    ]),
  )
}

/** @returns how many rows are new */
export async function insertMembers(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const inserted = await sql`
    insert into account_group_members (group_id, account_id, rule_id) ${rows} on conflict do nothing
    returning account_id`.execute(db)
  return inserted.rows.length
}

/** Deletes at most {@link rowsPerBatch} rows. @returns whether more may be left */
export async function deleteSomeMembers(db: Db, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    delete from account_group_members where (group_id, account_id, rule_id) in (
      select group_id, account_id, rule_id from account_group_members where ${condition} limit ${sql.lit(rowsPerBatch)}
    ) returning group_id`.execute(db)
  return rows.length === rowsPerBatch
}
