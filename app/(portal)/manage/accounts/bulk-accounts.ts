import type { BulkDone, BulkSummary } from '#app/(portal)/_bulk/bulk-state.ts'
import { type BulkNoun, readPicked } from '#app/(portal)/_bulk/run-bulk.ts'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import {
  type BulkState,
  bulkStates,
  setStateOfAccounts,
  summarizeBulk,
} from '#lib/domain/accounts/account-management/bulk-accounts.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { compiledMessages } from '#lib/foundation/i18n/compiled-messages.ts'
import type { Services } from '#lib/foundation/services.ts'
import { changeGroup, isGroupChange, summarizeGrouping } from './bulk-members.ts'

const words = {
  suspended: { verb: 'suspend', already: 'alreadySuspended', opposite: 'active', done: 'suspended' },
  active: { verb: 'resume', already: 'alreadyActive', opposite: 'suspended', done: 'resumed' },
} as const

/** Suspends or resumes, or changes the accounts of a group. */
export const bulkAccounts: BulkNoun = {
  summarize: (services, actor, form) =>
    isGroupChange(form) ? summarizeGrouping(services, actor, form) : summarize(services, actor, form),
  change: (services, actor, form) =>
    isGroupChange(form) ? changeGroup(services, actor, form) : change(services, actor, form),
  wordsOf: (language) => ({ accountGroups: { change: compiledMessages(language, 'accountGroups').change } }),
}

async function summarize(services: Services, actor: PortalUser, form: FormData): Promise<BulkSummary> {
  const state = readState(form)
  const { ids, open, unchanged } = await summarizeBulk(services, actor, { state, ids: readPicked(form) })
  const t = await portalTranslator('accounts')
  const { verb, already } = words[state]
  const count = ids.length
  const changes = count > 0
  const isSuspension = state === 'suspended'
  return {
    title: t(`bulk.${verb}Title`, { count }),
    description: changes && isSuspension ? t('bulk.open', { count: open }) : undefined,
    sentences: [
      ...(changes ? [t(`bulk.${verb}Why`)] : []),
      ...(unchanged > 0 ? [t(`bulk.${already}`, { count: unchanged })] : []),
    ],
    submit: changes ? t(`bulk.${verb}Confirm`, { count }) : undefined,
    danger: isSuspension,
    needsConfirmation: isSuspension && changes,
    fields: { verb: state, pick: ids.join(' ') },
  }
}

async function change(services: Services, actor: PortalUser, form: FormData): Promise<BulkDone> {
  const state = readState(form)
  const ids = await setStateOfAccounts(services, actor, { state, ids: readPicked(form) })
  const t = await portalTranslator('accounts')
  const { done, opposite } = words[state]
  const undo = { confirmed: '1', verb: opposite, pick: ids.join(' ') }
  return { text: t(`bulk.${done}`, { count: ids.length }), undo: ids.length > 0 ? undo : undefined }
}

function readState(form: FormData): BulkState {
  return bulkStates.find((known) => known === readText(form, 'verb')) ?? 'suspended'
}
