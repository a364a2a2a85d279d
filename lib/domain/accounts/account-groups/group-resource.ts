import { z } from 'zod'
import type { AccountGroupWithRules, GroupMembership } from '#lib/domain/accounts/account-groups/account-group.ts'
import type { MembersEdited } from '#lib/domain/accounts/account-groups/edit-members.ts'
import { groupFields } from '#lib/domain/accounts/account-groups/fields.ts'
import { type GroupInput, groupSchema } from '#lib/domain/accounts/account-groups/schema.ts'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { boundedList } from '#lib/kernel/bounded-list.ts'
import { toInstant } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { maxSearchLength } from '#lib/kernel/field-lengths.ts'
import { listQueryFields } from '#lib/kernel/list-query.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** As many as fit into a body. */
const maxEdited = 1_000

const id = z.string().meta({ description: 'The ID of the group.', example: 'grp_7Hq2LmW9cXv4TzKp1RbY' })
const name = { description: 'The name. No other group has it.', example: 'Alpine' }
const accountId = { description: 'The ID of the account.', example: 'at-100021' }

const rule = z.strictObject({
  id: z.string().meta({ description: 'The ID of the rule.', example: 'grule_3nXk8RtQ5vBm0WcY6ZsJ' }),
  idPrefix: z.string().nullable().meta({ description: 'How the IDs begin. Null: in any way.', example: 'at-' }),
  locale: z.string().nullable().meta({ description: 'The locale of the accounts. Null: any.', example: null }),
})

const shown = {
  id,
  name: z.string().meta(name),
  ...groupFields.shown,
  rules: z.array(rule).meta({
    description: 'Accounts that match a rule are in the group, also future ones. Managers change rules in the portal.',
  }),
}

/** A group of the management API. It does not change with its accounts. */
export const groupResource = z.strictObject(shown).meta({ component: 'AccountGroup' })
/** A group in a list. */
export const listedGroupResource = z
  .strictObject({
    ...shown,
    changedAt: z.iso.datetime().meta({
      description: 'When its name, note, rules or chosen accounts last changed (RFC 3339).',
      example: '2026-11-21T12:00:00.000Z',
    }),
  })
  .meta({ component: 'ListedAccountGroup' })

export function toGroupResource(group: AccountGroupWithRules): z.output<typeof groupResource> {
  return {
    id: group.id,
    name: group.name,
    ...groupFields.toShown(group),
    rules: group.rules.map(({ id, idPrefix, locale }) => ({
      id,
      idPrefix: idPrefix || null,
      locale: locale || null,
    })),
  }
}

export function toListedGroup(group: AccountGroupWithRules): z.output<typeof listedGroupResource> {
  return { ...toGroupResource(group), changedAt: toInstant(group.changedAt) }
}

/** The body of `POST /api/v1/account-groups`. */
export const newGroupBody = z.strictObject({ name: groupSchema.shape.name.meta(name), ...groupFields.accepted })

export function toGroupInput({ name, ...given }: z.output<typeof newGroupBody>): GroupInput {
  return { name, ...groupFields.toEntered(given) }
}

const ignored = z.unknown().optional().meta({ description: 'Ignored, so that what was read can be sent back.' })

/** The body of `PATCH /api/v1/account-groups/{groupId}` (RFC 7396). */
export const groupPatchBody = z.strictObject({
  name: groupSchema.shape.name.optional().meta(name),
  ...groupFields.accepted,
  rules: z.unknown().optional().meta({ description: 'Fixed. May be sent as it is.' }),
  id: ignored,
  changedAt: ignored,
})

/**
 * What a patch makes of a group's fields; undefined if nothing differs.
 * @throws Refusal `input_invalid`: `rules` is `fixed` if they differ
 */
export function patchGroupFields(
  current: AccountGroupWithRules,
  patch: Readonly<Record<string, unknown>>,
): GroupInput | undefined {
  const { name = current.name, rules, ...given } = parseInput(groupPatchBody, patch)
  if (rules !== undefined && JSON.stringify(rules) !== JSON.stringify(toGroupResource(current).rules)) {
    throw new Refusal('input_invalid', { fields: { rules: 'fixed' } })
  }
  const wanted = { name, ...groupFields.merge(current, given) }
  const isUnchanged = name === current.name && groupFields.changed(current, wanted).length === 0
  return isUnchanged ? undefined : wanted
}

/** The query of `GET /api/v1/account-groups`. */
export const groupsQuery = z.object({
  ...listQueryFields,
  search: z.string().max(maxSearchLength, 'too_long').optional().meta({
    description: 'Only groups whose name contains every word.',
    example: 'alpine',
  }),
})

/** An account of a group. */
export const memberResource = z
  .strictObject({
    accountId: z.string().meta(accountId),
    chosen: z.boolean().meta({ description: 'Whether it was added itself, and can be removed.', example: true }),
    ruleIds: z.array(z.string()).meta({ description: 'The rules of the group that match it.', example: [] }),
  })
  .meta({ component: 'AccountGroupMember' })

export function toMemberResource({ accountId, isChosen, ruleIds }: GroupMembership): z.output<typeof memberResource> {
  return { accountId, chosen: isChosen, ruleIds: ruleIds.toSorted() }
}

/** The query of `GET /api/v1/account-groups/{groupId}/accounts`. */
export const membersQuery = z.object(listQueryFields)

const accountIds = boundedList(accountIdSchema, maxEdited, 'too_many').default([])

/** The body of `POST /api/v1/account-groups/{groupId}/accounts`. */
export const membersBody = z
  .strictObject({
    add: accountIds.meta({ description: 'The accounts to add, at most 1,000.', example: ['at-100021'] }),
    remove: accountIds.meta({
      description: 'The accounts to remove, at most 1,000. They are removed first: an account in both lists is added.',
      example: ['at-100022'],
    }),
  })
  .refine(({ add, remove }) => add.length + remove.length > 0, { error: 'required', path: ['add'] })

/** What {@link membersBody} did. */
export const editedMembersResource = z
  .strictObject({
    added: z.int().meta({ description: 'How many accounts were added that had not been chosen before.', example: 1 }),
    removed: z.int().meta({ description: 'How many chosen accounts were removed.', example: 1 }),
    unknown: z.array(z.string()).meta({ description: 'The given IDs of which there is no account.', example: [] }),
    kept: z.array(z.string()).meta({
      description: 'The accounts to remove that a rule matches: they stay in the group.',
      example: [],
    }),
  })
  .meta({ component: 'EditedAccountGroupMembers' })

export function toEditedMembers({
  added,
  removed,
  unknown,
  kept,
}: MembersEdited): z.output<typeof editedMembersResource> {
  return { added, removed, unknown: [...unknown], kept: [...kept] }
}
