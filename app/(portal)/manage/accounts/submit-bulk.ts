import { splitWords } from '#app/(portal)/_chips/split-words.ts'
import { readTexts } from '#app/(portal)/_forms/form-fields.ts'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import { requireBoundedForm } from '#app/(portal)/_session/bounded-form.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import type { GroupChange } from '#lib/domain/accounts/account-groups/change-members.ts'
import {
  type BulkSummary,
  type BulkState as BulkTarget,
  bulkStates,
  setStateOfAccounts,
  summarizeBulk,
} from '#lib/domain/accounts/account-management/bulk-accounts.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { type ActionResult, runAction } from '#lib/web/http/action-result.ts'
import { type Grouping, groupChanges, submitGrouping } from './submit-grouping.ts'

export type BulkState = Readonly<{
  result?: ActionResult<unknown> | undefined
  /** Asks for confirmation. */
  summary?: Readonly<BulkSummary & { verb: BulkTarget }> | undefined
  /** The accounts that were changed. */
  done?: Readonly<{ verb: BulkTarget; ids: readonly string[] }> | undefined
  /** Asks for a group. */
  grouping?: Grouping | undefined
  /** How many accounts were added to a group or removed. */
  grouped?: Readonly<{ change: GroupChange; changed: number }> | undefined
  /** See `FormState`. */
  confirmBy?: ConfirmBy
  confirmFirst?: boolean
}>

/** Reads the form of the selection. */
export async function submitBulkAccounts(services: Services, actor: PortalUser, form: FormData): Promise<BulkState> {
  const read = await runAction(services, actor, () => {
    requireManager(actor)
    requireBoundedForm(form)
    const changesGroup = groupChanges.some((known) => known === readText(form, 'verb'))
    return (changesGroup ? submitGrouping : submitTarget)(services, actor, form)
  })
  return read.ok ? read.value : { result: read }
}

/** Suspends or resumes. With `confirmed`, the summary was shown. */
async function submitTarget(services: Services, actor: PortalUser, form: FormData): Promise<BulkState> {
  const verb = bulkStates.find((known) => known === readText(form, 'verb')) ?? 'suspended'
  // Undo sends all IDs in one field; an ID has no space.
  const ids = readTexts(form, 'pick').flatMap(splitWords)
  const isConfirmed = form.has('confirmed')
  let done: BulkState['done']
  const { result, confirmBy, confirmFirst } = await runForm(services, actor, form, async (_, confirmedActor) => {
    if (isConfirmed) done = { verb, ids: await setStateOfAccounts(services, confirmedActor, { state: verb, ids }) }
  })
  if (done) return { result, done, confirmBy }
  const summary = await runAction(services, actor, () => summarizeBulk(services, actor, { state: verb, ids }))
  if (!summary.ok) return { result: summary }
  const asks = verb === 'suspended' && summary.value.ids.length > 0 && confirmBy
  return {
    result,
    summary: { verb, ...summary.value },
    confirmBy: asks,
    confirmFirst: confirmFirst || (!isConfirmed && asks !== false),
  }
}
