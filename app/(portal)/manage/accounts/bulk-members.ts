import type { BulkDone, BulkSummary } from '#app/(portal)/_bulk/bulk-state.ts'
import { readPicked } from '#app/(portal)/_bulk/run-bulk.ts'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { decodeAccountsState } from '#app/(portal)/_urls/accounts-url.ts'
import { addGroupHref } from '#app/(portal)/_urls/groups-url.ts'
import { toBoundedCount } from '#lib/domain/accounts/account-groups/account-group.ts'
import {
  changeFoundMembers,
  changeMembers,
  countFoundAccounts,
  type GroupChange,
  type MemberSearch,
} from '#lib/domain/accounts/account-groups/change-members.ts'
import { listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

const words = {
  added: { title: 'addTitle', why: 'addWhy', submit: 'add' },
  removed: { title: 'removeTitle', why: 'removeWhy', submit: 'remove' },
} as const

export function isGroupChange(form: FormData): boolean {
  return Object.hasOwn(words, readText(form, 'verb'))
}

/** Asks for the group, except in the list of one, and which accounts if the list has more than the selected ones. */
export async function summarizeGrouping(services: Services, actor: PortalUser, form: FormData): Promise<BulkSummary> {
  const change = readChange(form)
  const ids = readPicked(form)
  if (ids.length === 0) throw new Refusal('input_invalid', { fields: { ids: 'required' } })
  const [t, groups, total] = await Promise.all([
    portalTranslator('accountGroups'),
    listGroupChoices(services, actor),
    countFoundAccounts(services, actor, readSearch(form)),
  ])
  const ownGroup = readText(form, 'ownGroup')
  const summary = { sentences: [], danger: change === 'removed', fields: {}, needsConfirmation: false }
  if (groups.length === 0) {
    const link = { href: addGroupHref, label: t('add') }
    return { ...summary, title: t('none.title'), description: t('none.why'), link }
  }
  const count = ids.length
  const found = toBoundedCount(total)
  const hasMore = !found.isExact || found.count > count
  return {
    ...summary,
    title: t(`change.${words[change].title}`, { count }),
    description: t(`change.${words[change].why}`),
    submit: t(`change.${words[change].submit}`),
    needsConfirmation: true,
    fields: {
      verb: change,
      pick: ids.join(' '),
      listState: readText(form, 'listState'),
      ownGroup,
      ...(ownGroup !== '' && { groupId: ownGroup }),
    },
    ...(ownGroup === '' && { groups }),
    ...(hasMore && {
      scopes: [
        { value: 'picked', label: t('change.picked', { count }) },
        { value: 'found', label: t(found.isExact ? 'change.found' : 'change.foundAtLeast', { count: found.count }) },
      ],
    }),
  }
}

export async function changeGroup(services: Services, actor: PortalUser, form: FormData): Promise<BulkDone> {
  const [change, groupId] = [readChange(form), readText(form, 'groupId')]
  if (groupId === '') throw new Refusal('input_invalid', { fields: { groupId: 'required' } })
  const { changed } =
    readText(form, 'scope') === 'found'
      ? await changeFoundMembers(services, actor, { groupId, change, ...readSearch(form) })
      : await changeMembers(services, actor, { groupId, change, ids: readPicked(form) })
  return { text: (await portalTranslator('accountGroups'))(`change.${change}`, { count: changed }) }
}

function readChange(form: FormData): GroupChange {
  return readText(form, 'verb') === 'removed' ? 'removed' : 'added'
}

function readSearch(form: FormData): MemberSearch {
  const { query, state, locale, neverOpened, group } = decodeAccountsState(readText(form, 'listState'))
  return { query, state, locale, neverOpened, group }
}
