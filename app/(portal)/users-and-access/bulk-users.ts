import type { BulkDone, BulkSummary, LeftOut } from '#app/(portal)/_bulk/bulk-state.ts'
import { type BulkNoun, readPicked } from '#app/(portal)/_bulk/run-bulk.ts'
import { splitWords } from '#app/(portal)/_chips/split-words.ts'
import { readTexts } from '#app/(portal)/_forms/form-fields.ts'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { decodeListState } from '#app/(portal)/_urls/users-and-access-url.ts'
import { listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { isAccessVerb } from '#lib/domain/people/user-lifecycle/bulk-access.ts'
import {
  type BulkVerb,
  bulkVerbs,
  changeUsers,
  findBulkUsers,
  type LeftOut as LeftOutCounts,
  summarizeBulkUsers,
} from '#lib/domain/people/user-lifecycle/bulk-users.ts'
import { maxGroupsOfUser } from '#lib/domain/people/users/limits.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { compiledMessages } from '#lib/foundation/i18n/compiled-messages.ts'
import type { Services } from '#lib/foundation/services.ts'

const opposite = { give: 'take', take: 'give', reactivate: 'deactivate', deactivate: 'reactivate' } as const

/** Gives or takes access, deactivates or reactivates. */
export const bulkUsers: BulkNoun = {
  summarize,
  change,
  wordsOf(language) {
    const { bulk, chips } = compiledMessages(language, 'usersAndAccess')
    return { usersAndAccess: { bulk, chips } }
  },
}

async function summarize(services: Services, actor: PortalUser, form: FormData): Promise<BulkSummary> {
  const verb = readVerb(form)
  const { search, users: filter } = decodeListState(readText(form, 'listState'))
  const selected = form.has('all') ? await findBulkUsers(services, actor, { search, filter }) : readPicked(form)
  const { ids, keys, leftOut } = await summarizeBulkUsers(services, actor, { verb, ids: selected })
  const t = await portalTranslator('usersAndAccess')
  const count = ids.length
  return {
    title: t(`bulk.title.${verb}`, { count }),
    description: t(`bulk.why.${verb}`),
    sentences: verb === 'deactivate' && count > 0 ? [t('bulk.keys', { count: keys })] : [],
    leftOut: await sayLeftOut(verb, leftOut),
    submit: count > 0 ? t(`bulk.submit.${verb}`, { count }) : undefined,
    danger: verb === 'deactivate' || verb === 'take',
    needsConfirmation: true,
    fields: { verb, pick: selected.join(' ') },
    ...(isAccessVerb(verb) && { access: verb, groups: await listGroupChoices(services, actor) }),
  }
}

async function change(services: Services, actor: PortalUser, form: FormData): Promise<BulkDone> {
  const verb = readVerb(form)
  const accountIds = splitWords(readText(form, 'accountIds'))
  const groupIds = readTexts(form, 'groupIds').flatMap(splitWords)
  const access = { accountIds, groupIds, everything: form.has('everything') }
  const outcome = await changeUsers(services, actor, { verb, ids: readPicked(form), ...access })
  const { changed, leftOut, reversible } = outcome
  const t = await portalTranslator('usersAndAccess')
  const undo = {
    confirmed: '1',
    verb: opposite[verb],
    pick: changed.join(' '),
    ...(isAccessVerb(verb) && { accountIds: accountIds.join(' '), groupIds: groupIds.join(' ') }),
  }
  return {
    text: t(`bulk.done.${verb}`, { count: changed.length }),
    leftOut: await sayLeftOut(verb, leftOut),
    undo: reversible && changed.length > 0 ? undo : undefined,
  }
}

function readVerb(form: FormData): BulkVerb {
  return bulkVerbs.find((verb) => verb === readText(form, 'verb')) ?? 'deactivate'
}

const reasons = ['yourself', 'notAllowed', 'opensAll', 'lastOwner', 'tooManyGroups', 'gone'] as const

async function sayLeftOut(verb: BulkVerb, leftOut: LeftOutCounts): Promise<LeftOut | undefined> {
  const t = await portalTranslator('usersAndAccess')
  const count = Object.values(leftOut).reduce((sum, each) => sum + each, 0)
  if (count === 0) return undefined
  const { unchanged = 0 } = leftOut
  const said = reasons.flatMap((reason) => {
    const of = leftOut[reason]
    return of ? [t(`bulk.reasons.${reason}`, { count: of, max: maxGroupsOfUser })] : []
  })
  return {
    title: t('bulk.leftOut', { count }),
    reasons: unchanged > 0 ? [...said, t(`bulk.unchanged.${verb}`, { count: unchanged })] : said,
  }
}
