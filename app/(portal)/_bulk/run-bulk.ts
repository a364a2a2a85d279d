import { splitWords } from '#app/(portal)/_chips/split-words.ts'
import { readTexts } from '#app/(portal)/_forms/form-fields.ts'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Language } from '#lib/foundation/i18n/languages.ts'
import type { Services } from '#lib/foundation/services.ts'
import { runAction } from '#lib/web/http/action-result.ts'
import type { BulkDone, BulkState, BulkSummary } from './bulk-state.ts'

type Step<Result> = (services: Services, actor: PortalUser, form: FormData) => Promise<Result>

/** What a list does with its selected rows. */
export type BulkNoun = Readonly<{
  summarize: Step<BulkSummary>
  change: Step<BulkDone>
  /** The messages of the dialog's fields. */
  wordsOf: (language: Language) => object
}>

/** Reads the form of the selection. With `confirmed`, the summary was shown. */
export async function runBulk(
  services: Services,
  actor: PortalUser,
  form: FormData,
  { summarize, change }: Pick<BulkNoun, 'summarize' | 'change'>,
): Promise<BulkState> {
  const isConfirmed = form.has('confirmed')
  let done: BulkDone | undefined
  let summary: BulkSummary | undefined
  const { entered, ...rest } = await runForm(services, actor, form, async (_, confirmed) => {
    if (isConfirmed) done = await change(services, confirmed, form)
    else summary = await summarize(services, confirmed, form)
  })
  // The summary has the selected rows, which may be many.
  const state = { ...rest, entered: entered.filter(([name]) => name !== 'pick') }
  // Undo has no dialog that could ask for a confirmation.
  if (done) return { ...state, done: keepUndo(done, state.confirmBy === false) }
  if (summary) return ask(state, summary)
  // After the password, or a refusal of what was entered, the summary stays.
  const again = isConfirmed ? await runAction(services, actor, () => summarize(services, actor, form)) : undefined
  return again?.ok ? { ...ask(state, again.value), confirmFirst: state.confirmFirst } : state
}

function keepUndo({ undo, ...done }: BulkDone, isPossible: boolean): BulkDone {
  return { ...done, undo: isPossible ? undo : undefined }
}

function ask(state: BulkState, summary: BulkSummary): BulkState {
  const confirmBy = summary.needsConfirmation && state.confirmBy
  return { ...state, summary, confirmBy, confirmFirst: confirmBy !== false }
}

/** Undo and dialogs send all IDs in one field; an ID has no space. With scripts, rows of this page are there twice. */
export function readPicked(form: FormData): string[] {
  return [...new Set(readTexts(form, 'pick').flatMap(splitWords))]
}
