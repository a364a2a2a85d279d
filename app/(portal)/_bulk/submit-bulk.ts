import { refresh } from 'next/cache'
import { readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { compiledMessages } from '#lib/foundation/i18n/compiled-messages.ts'
import { pickLanguage } from '#lib/foundation/i18n/languages.ts'
import { getServices } from '#lib/foundation/services.ts'
import type { BulkState } from './bulk-state.ts'
import { type BulkNoun, runBulk } from './run-bulk.ts'

/** The body of the Server Action of a list's bar. */
export async function submitBulk(noun: BulkNoun, form: FormData): Promise<BulkState> {
  const actor = await requireUser()
  const state = await runBulk(await getServices(), actor, form, noun)
  if (state.done) refresh()
  const language = pickLanguage((await readPreferences()).locale)
  return { ...state, words: { errors: compiledMessages(language, 'errors'), ...noun.wordsOf(language) } }
}
