'use server'

import { refresh } from 'next/cache'
import { runAnonymousAction } from '#app/(portal)/_session/anonymous.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import type { ActionState } from '#components/connection/use-form.ts'
import { reportHandOver } from '#lib/domain/keys/hand-over/report-hand-over.ts'
import { type TakenKey, takeHandOver } from '#lib/domain/keys/hand-over/take-hand-over.ts'

export type TakeState = ActionState<TakenKey>

/** The result holds the only copy of the secret: it isn't stored, and the page isn't rendered with it. */
export async function takeHandOverAction(_former: TakeState, form: FormData): Promise<TakeState> {
  const result = await runAnonymousAction((services, anonymous) =>
    takeHandOver(services, anonymous, readText(form, 'token')),
  )
  // The page then says what became of the link.
  if (!result.ok) refresh()
  return { result }
}

export async function reportHandOverAction(_former: ActionState, form: FormData): Promise<ActionState> {
  const result = await runAnonymousAction((services, anonymous) =>
    reportHandOver(services, anonymous, readText(form, 'token')),
  )
  refresh()
  return { result }
}
