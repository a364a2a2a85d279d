import { readTexts } from '#app/(portal)/_forms/form-fields.ts'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { decodeAccountsState } from '#app/(portal)/_urls/accounts-url.ts'
import { type BoundedCount, toBoundedCount } from '#lib/domain/accounts/account-groups/account-group.ts'
import {
  changeFoundMembers,
  changeMembers,
  countFoundAccounts,
  type GroupChange,
  type MemberSearch,
  type MembersChanged,
} from '#lib/domain/accounts/account-groups/change-members.ts'
import { type GroupChoice, listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { runAction } from '#lib/web/http/action-result.ts'
import type { BulkState } from './submit-bulk.ts'

export const groupChanges: readonly GroupChange[] = ['added', 'removed']

/** What the dialog asks before the selected accounts are added to a group or removed. */
export type Grouping = Readonly<{
  change: GroupChange
  ids: readonly string[]
  /** How many accounts the search and filters of the list find. */
  found: BoundedCount
  /** To choose from: on a group's own page, only that group. */
  groups: readonly GroupChoice[]
  /** What was chosen before a refusal. */
  chosen: Readonly<{ groupId: string; scope: string }>
}>

/** Asks for the group first. The form has the field `groupId` once it was asked. */
export async function submitGrouping(services: Services, actor: PortalUser, form: FormData): Promise<BulkState> {
  const change = readText(form, 'verb') === 'removed' ? 'removed' : 'added'
  const { result, confirmBy, confirmFirst } = await runForm(services, actor, form, (confirmedServices, confirmed) =>
    changeGroup(confirmedServices, confirmed, form, change),
  )
  if (result?.ok && result.value) return { result, grouped: { change, changed: result.value.changed } }
  const offer = await runAction(services, actor, () => offerGroups(services, actor, form, change))
  if (!offer.ok) return { result: offer }
  const isFirst = !form.has('groupId')
  return { result, grouping: offer.value, confirmBy, confirmFirst: confirmFirst || (isFirst && confirmBy !== false) }
}

/** @returns `undefined` if the group wasn't asked for yet */
async function changeGroup(
  services: Services,
  actor: PortalUser,
  form: FormData,
  change: GroupChange,
): Promise<MembersChanged | undefined> {
  if (!form.has('groupId')) return undefined
  const groupId = readText(form, 'groupId')
  if (groupId === '') throw new Refusal('input_invalid', { fields: { groupId: 'required' } })
  return readText(form, 'scope') === 'found'
    ? changeFoundMembers(services, actor, { groupId, change, ...readSearch(form) })
    : changeMembers(services, actor, { groupId, change, ids: readTexts(form, 'pick') })
}

async function offerGroups(
  services: Services,
  actor: PortalUser,
  form: FormData,
  change: GroupChange,
): Promise<Grouping> {
  // With scripts, the ticked rows of this page are there twice.
  const ids = [...new Set(readTexts(form, 'pick'))]
  if (ids.length === 0) throw new Refusal('input_invalid', { fields: { ids: 'required' } })
  const [groups, found] = await Promise.all([
    listGroupChoices(services, actor),
    countFoundAccounts(services, actor, readSearch(form)),
  ])
  const own = readText(form, 'ownGroup')
  return {
    change,
    ids,
    found: toBoundedCount(found),
    groups: own === '' ? groups : groups.filter(({ id }) => id === own),
    chosen: { groupId: readText(form, 'groupId') || own, scope: readText(form, 'scope') || 'picked' },
  }
}

function readSearch(form: FormData): MemberSearch {
  const { query, state, locale, neverOpened, group } = decodeAccountsState(readText(form, 'listState'))
  return { query, state, locale, neverOpened, group }
}
