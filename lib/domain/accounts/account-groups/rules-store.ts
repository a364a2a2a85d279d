import { sql } from 'kysely'
import type { GroupRule } from '#lib/domain/accounts/account-groups/account-group.ts'
import { deleteSomeMembers, insertMembers, rowsPerBatch } from '#lib/domain/accounts/account-groups/members-store.ts'
import { inParts } from '#lib/domain/accounts/accounts/store.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, type DbTransaction, nowMs } from '#lib/foundation/db/database.ts'
import { awaitWriters, forShare } from '#lib/foundation/db/lock-rows.ts'

type NewRule = Readonly<Pick<GroupRule, 'id' | 'idPrefix' | 'locale'> & { groupId: string }>

/**
 * From its commit on, triggers match each new or changed account with the rule. Waits for transactions that write
 * accounts now, because theirs did not see it. @returns false if the group has this rule
 */
export async function insertRule(trx: DbTransaction, { id, groupId, idPrefix, locale }: NewRule): Promise<boolean> {
  await awaitWriters(trx, 'accounts')
  const row = await trx
    .insertInto('account_group_rules')
    .values({ id, group_id: groupId, id_prefix: idPrefix, locale, created_at: nowMs })
    .onConflict((conflict) => conflict.columns(['group_id', 'id_prefix', 'locale']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countRules(db: Db, groupId?: string): Promise<number> {
  const all = db.selectFrom('account_group_rules')
  return countRows(groupId === undefined ? all : all.where('group_id', '=', groupId))
}

export async function listRules(db: Db, groupId: string): Promise<readonly GroupRule[]> {
  return (await listRulesOf(db, [groupId])).map(({ groupId: _, ...rule }) => rule)
}

/** The rules of these groups, each with the ID of its group. */
export async function listRulesOf(
  db: Db,
  groupIds: readonly string[],
): Promise<readonly (GroupRule & Readonly<{ groupId: string }>)[]> {
  if (groupIds.length === 0) return []
  const rows = await db
    .selectFrom('account_group_rules')
    .select(['id', 'group_id as groupId', 'id_prefix as idPrefix', 'locale', 'applied_at'])
    .where('group_id', 'in', groupIds)
    .orderBy('id_prefix')
    .orderBy('locale')
    .execute()
  return rows.map(({ applied_at, ...rule }) => ({ ...rule, isApplied: applied_at !== null }))
}

export async function findRule(db: Db, ruleId: string): Promise<NewRule | undefined> {
  return db
    .selectFrom('account_group_rules')
    .select(['id', 'group_id as groupId', 'id_prefix as idPrefix', 'locale'])
    .where('id', '=', ruleId)
    .executeTakeFirst()
}

/** The next accounts that a rule may match, by ID. */
export async function listCandidates(db: Db, idPrefix: string, after: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'locale'])
    .where('id', '>', after)
    .where('id', '>=', idPrefix)
    .where('id', '<', `${idPrefix}\u{10ffff}`)
    .orderBy('id')
    .limit(rowsPerBatch)
    .execute()
}

/** Adds these accounts for a rule that still exists and matches them: concurrent changes of either wait. */
export async function addMatches(db: Db, ruleId: string, accountIds: readonly string[]): Promise<void> {
  for (const ids of inParts(accountIds)) {
    await insertMembers(
      db,
      sql`select r.group_id, a.id, r.id from accounts as a inner join account_group_rules as r on r.id = ${ruleId}
        where a.id in (${sql.join(ids)}) and (r.locale = '' or r.locale = a.locale) ${forShare(db)}`,
    )
  }
}

export async function setRuleApplied(db: Db, ruleId: string): Promise<void> {
  await db.updateTable('account_group_rules').set({ applied_at: nowMs }).where('id', '=', ruleId).execute()
}

/** @returns whether members of the rule may be left */
export async function removeSomeMatches(db: Db, ruleId: string): Promise<boolean> {
  // The second condition names the rows of the partial index.
  return deleteSomeMembers(db, sql`rule_id = ${ruleId} and rule_id <> ''`)
}

/** Deletes all rules of a group. Its members stay. */
export async function deleteRulesOf(trx: DbTransaction, groupId: string): Promise<void> {
  await awaitWriters(trx, 'accounts')
  await trx.deleteFrom('account_group_rules').where('group_id', '=', groupId).execute()
}

/** Deletes the rule, from whose commit on no account is matched with it. @returns undefined if it is gone already */
export async function deleteRule(trx: DbTransaction, ruleId: string): Promise<NewRule | undefined> {
  await awaitWriters(trx, 'accounts')
  return trx
    .deleteFrom('account_group_rules')
    .where('id', '=', ruleId)
    .returning(['id', 'group_id as groupId', 'id_prefix as idPrefix', 'locale'])
    .executeTakeFirst()
}
