import type { NounAction } from '#app/(portal)/_lists/noun-action.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import type { GroupDialogName } from '#app/(portal)/_urls/groups-url.ts'
import { type GroupFields, groupTexts } from '#lib/domain/accounts/account-groups/account-group.ts'
import { addGroupRule, removeGroupRule } from '#lib/domain/accounts/account-groups/group-rules.ts'
import { deleteGroup, updateGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { changeGroupAccess } from '#lib/domain/people/users/group-access.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

/** What can be done with a group, with one of its rules and with a user who has it. */
export const groupActions = {
  accounts: { label: 'page.addAccounts' },
  give: { label: 'page.give', save: giveGroup },
  edit: {
    label: 'edit',
    save: (services, actor, form) =>
      updateGroup(services, actor, { groupId: readText(form, 'id'), ...readGroup(form) }),
  },
  delete: {
    label: 'delete',
    danger: true,
    confirm: { title: 'deletion.title', why: ['deletion.users', 'deletion.why'], submit: 'deletion.confirm' },
    run: deleteGroup,
  },
  rule: {
    label: 'page.addRule',
    save: (services, actor, form) => {
      const [groupId, idPrefix, locale] = [readText(form, 'id'), readText(form, 'idPrefix'), readText(form, 'locale')]
      return addGroupRule(services, actor, { groupId, idPrefix, locale })
    },
  },
  'remove-rule': {
    label: 'page.removeRule',
    danger: true,
    confirm: { title: 'removeRule.title', why: ['removeRule.why'], submit: 'removeRule.confirm' },
    run: removeGroupRule,
  },
  take: {
    label: 'page.take',
    danger: true,
    confirm: { title: 'take.title', why: ['take.why'], submit: 'take.confirm' },
    save: (services, actor, form) => {
      const [userId, groupId] = [readText(form, 'id'), readText(form, 'groupId')]
      return changeGroupAccess(services, actor, { userId, added: [], removed: [groupId] })
    },
  },
} as const satisfies Readonly<Record<GroupDialogName, NounAction<unknown>>>

export type GroupActionLabel = (typeof groupActions)[GroupDialogName]['label']

export function readGroup(form: FormData): GroupFields {
  return { name: readText(form, 'name'), ...recordOf(groupTexts, (field) => readText(form, field)) }
}

async function giveGroup(services: Services, actor: PortalUser, form: FormData): Promise<unknown> {
  const groupId = readText(form, 'id')
  const { id: userId } = await explain('conflict', 'unproven', () =>
    explain('not_found', 'unknown', () => getUserByName(services, actor, readText(form, 'user'))),
  )
  return explain('conflict', 'opens_all', () =>
    changeGroupAccess(services, actor, { userId, added: [groupId], removed: [] }),
  )
}

/** A refusal of the whole form as a problem of its field `user`. */
async function explain<T>(code: 'conflict' | 'not_found', problem: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error) && error.code === code) throw new Refusal('input_invalid', { fields: { user: problem } })
    throw error
  }
}
