import {
  groupEvent,
  matchesRule,
  maxRules,
  maxRulesOfGroup,
} from '#lib/domain/accounts/account-groups/account-group.ts'
import { getGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { rowsPerBatch } from '#lib/domain/accounts/account-groups/members-store.ts'
import {
  addMatches,
  countRules,
  deleteRule,
  findRule,
  insertRule,
  listCandidates,
  removeSomeMatches,
  setRuleApplied,
} from '#lib/domain/accounts/account-groups/rules-store.ts'
import { type GroupRuleInput, groupRuleSchema } from '#lib/domain/accounts/account-groups/schema.ts'
import { lockGroups, touchGroup } from '#lib/domain/accounts/account-groups/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { runWithoutWaitBudget } from '#lib/kernel/wait-budget.ts'

/**
 * Adds a rule to a group: accounts that exist and match become members in batches, later ones when they are written.
 * @returns the rule's ID
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`; `input_invalid`: `idPrefix` is `taken` for a rule
 *   that the group has, `too_many` beyond the limits
 */
export async function addGroupRule(
  services: Services,
  actor: Actor,
  { groupId, ...input }: GroupRuleInput & Readonly<{ groupId: string }>,
): Promise<string> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const rule = { id: randomId('grule'), groupId, ...parseInput(groupRuleSchema, input) }
  await services.db.transaction().execute(async (trx) => {
    await lockGroups(trx)
    const group = await getGroup(trx, groupId)
    if (!(await insertRule(trx, rule))) throw new Refusal('input_invalid', { fields: { idPrefix: 'taken' } })
    if ((await countRules(trx, groupId)) > maxRulesOfGroup || (await countRules(trx)) > maxRules) {
      throw new Refusal('input_invalid', { fields: { idPrefix: 'too_many' } })
    }
    await touchGroup(trx, groupId)
    await recordEvent(trx, actor, groupEvent('account_group.rule_added', group, describeRule(rule)))
  })
  await applyRule(services, rule)
  return rule.id
}

/** Continues a rule whose first pass over the accounts was interrupted. @throws Refusal `forbidden`; `not_found` */
export async function applyGroupRule(services: Services, actor: Actor, ruleId: string): Promise<void> {
  requireManager(actor)
  const rule = await findRule(services.db, ruleId)
  if (!rule) throw new Refusal('not_found')
  await applyRule(services, rule)
}

/**
 * Removes a rule. The accounts that only it matched leave the group in batches, the last of them with the rule: if that
 * is interrupted, the rule is still there to be removed.
 * @throws Refusal `forbidden`; `confirmation_required`; `not_found`
 */
export async function removeGroupRule(services: Services, actor: Actor, ruleId: string): Promise<void> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  await runWithoutWaitBudget(async () => {
    while (await removeSomeMatches(services.db, ruleId)) {}
  })
  await services.db.transaction().execute(async (trx) => {
    const rule = await deleteRule(trx, ruleId)
    if (!rule) throw new Refusal('not_found')
    while (await removeSomeMatches(trx, ruleId)) {}
    await touchGroup(trx, rule.groupId)
    const group = await getGroup(trx, rule.groupId)
    await recordEvent(trx, actor, groupEvent('account_group.rule_removed', group, describeRule(rule)))
  })
}

type Rule = Readonly<{ id: string; idPrefix: string; locale: string }>

/** Each batch is a transaction of its own, so that other writers go on. Repeating it adds only what is missing. */
async function applyRule({ db }: Services, rule: Rule): Promise<void> {
  await runWithoutWaitBudget(async () => {
    for (let after = ''; ; ) {
      const accounts = await listCandidates(db, rule.idPrefix, after)
      const ids = accounts.filter((account) => matchesRule(rule, account)).map(({ id }) => id)
      await db.transaction().execute((trx) => addMatches(trx, rule.id, ids))
      after = accounts.at(-1)?.id ?? ''
      if (accounts.length < rowsPerBatch) break
    }
    await setRuleApplied(db, rule.id)
  })
}

function describeRule({ idPrefix, locale }: Rule) {
  return { ...(idPrefix !== '' && { idPrefix }), ...(locale !== '' && { locale }) }
}
