import type { GroupChange } from '#lib/account-groups/change-members.ts'
import {
  type BulkSummary,
  type BulkState as BulkTarget,
  bulkStates,
  setStateOfAccounts,
  summarizeBulk,
} from '#lib/account-management/bulk-accounts.ts'
import type { PortalUser } from '#lib/actor.ts'
import { type ActionResult, runAction } from '#lib/http/action-result.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { requireBoundedForm } from '../../_session/bounded-form.ts'
import { readText } from '../../_session/form-text.ts'
import { type Grouping, groupChanges, submitGrouping } from './submit-grouping.ts'

/** Both `undefined` before the first submission and after a refusal, which is the `result`. */
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
  askPassword?: boolean
  confirmFirst?: boolean
}>

/** Reads the form of the selection. `step` is `confirmed` once the summary was shown. */
export async function submitBulk(services: Services, actor: PortalUser, form: FormData): Promise<BulkState> {
  let state: BulkState = {}
  const result = await runAction(services, actor, async () => {
    requireManager(actor)
    requireBoundedForm(form)
    if (groupChanges.some((known) => known === readText(form, 'verb'))) {
      state = await submitGrouping(services, actor, form)
      return
    }
    const verb = bulkStates.find((known) => known === readText(form, 'verb')) ?? 'suspended'
    // Undo sends all IDs in one field; an ID has no space.
    const ids = form.getAll('pick').flatMap((entry) => (typeof entry === 'string' ? entry.split(' ') : []))
    state =
      readText(form, 'step') === 'confirmed'
        ? { done: { verb, ids: await setStateOfAccounts(services, actor, verb, ids) } }
        : { summary: { verb, ...(await summarizeBulk(services, actor, verb, ids)) } }
  })
  return { result, ...state }
}
