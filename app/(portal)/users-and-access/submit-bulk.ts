import { splitWords } from '#app/(portal)/_chips/split-words.ts'
import { readTexts } from '#app/(portal)/_forms/form-fields.ts'
import type { FormState } from '#app/(portal)/_forms/form-state.ts'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { decodeListState } from '#app/(portal)/_urls/users-and-access-url.ts'
import { listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { isAccessVerb } from '#lib/domain/people/user-lifecycle/bulk-access.ts'
import {
  type BulkSummary,
  type BulkVerb,
  bulkVerbs,
  changeUsers,
  findBulkUsers,
  type LeftOut,
  summarizeBulkUsers,
} from '#lib/domain/people/user-lifecycle/bulk-users.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { runAction } from '#lib/web/http/action-result.ts'

/** IDs are one text, separated by spaces: a form of 500 fields would be too large. */
export type BulkState = FormState<unknown> &
  Readonly<{
    /** Asks for confirmation. */
    summary?: Readonly<
      Omit<BulkSummary, 'ids'> & {
        verb: BulkVerb
        selected: string
        /** How many of the selected users change. */
        count: number
        groups: readonly Readonly<{ id: string; name: string }>[]
      }
    >
    done?: Readonly<{
      verb: BulkVerb
      count: number
      leftOut: LeftOut
      /** The form that reverses the change. */
      undo?: Readonly<Record<string, string>>
    }>
    /** The messages of the summary and the report, which the page doesn't have. */
    words?: object
  }>

const opposite = { give: 'take', take: 'give', reactivate: 'deactivate', deactivate: 'reactivate' } as const

/** Reads the form of the selection. With `confirmed`, the summary was shown. */
export async function submitBulkUsers(services: Services, actor: PortalUser, form: FormData): Promise<BulkState> {
  const isConfirmed = form.has('confirmed')
  let done: BulkState['done']
  let summary: BulkState['summary']
  const state = await runForm(services, actor, form, async (_, confirmedActor) => {
    if (isConfirmed) done = await change(services, confirmedActor, form)
    else summary = await summarize(services, confirmedActor, form)
  })
  const entered = state.entered.filter(([name]) => ['accountIds', 'groupIds', 'everything'].includes(name))
  if (done) return { ...state, entered, done }
  if (summary) return { ...state, entered, summary, confirmFirst: state.confirmBy !== false }
  // After the password, or a refusal of what was entered, the summary stays.
  const again = isConfirmed ? await runAction(services, actor, () => summarize(services, actor, form)) : undefined
  return { ...state, entered, ...(again?.ok && { summary: again.value }) }
}

async function change(services: Services, actor: PortalUser, form: FormData): Promise<NonNullable<BulkState['done']>> {
  const verb = readVerb(form)
  const [accountIds, groupIds] = [splitWords(readText(form, 'accountIds')), readGroupIds(form)]
  const access = { accountIds, groupIds, everything: form.has('everything') }
  const outcome = await changeUsers(services, actor, { verb, ids: readPicked(form), ...access })
  const { changed, leftOut, reversible } = outcome
  const undo = {
    confirmed: '1',
    verb: opposite[verb],
    pick: changed.join(' '),
    ...(isAccessVerb(verb) && { accountIds: accountIds.join(' '), groupIds: groupIds.join(' ') }),
  }
  return { verb, count: changed.length, leftOut, ...(reversible && changed.length > 0 && { undo }) }
}

async function summarize(
  services: Services,
  actor: PortalUser,
  form: FormData,
): Promise<NonNullable<BulkState['summary']>> {
  const verb = readVerb(form)
  const { search, users: filter } = decodeListState(readText(form, 'listState'))
  const selected = form.has('all') ? await findBulkUsers(services, actor, { search, filter }) : readPicked(form)
  const { ids, ...summary } = await summarizeBulkUsers(services, actor, { verb, ids: selected })
  const groups = isAccessVerb(verb) ? await listGroupChoices(services, actor) : []
  return { ...summary, verb, selected: selected.join(' '), count: ids.length, groups }
}

function readVerb(form: FormData): BulkVerb {
  return bulkVerbs.find((verb) => verb === readText(form, 'verb')) ?? 'deactivate'
}

function readPicked(form: FormData): string[] {
  return readTexts(form, 'pick').flatMap(splitWords)
}

function readGroupIds(form: FormData): string[] {
  return readTexts(form, 'groupIds').flatMap(splitWords)
}
