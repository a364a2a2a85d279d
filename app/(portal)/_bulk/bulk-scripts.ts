import type { FormAction } from '#app/(portal)/_forms/form-state.ts'
import { type SendOptions, sendAction } from '#components/connection/send-action.ts'
import type { BulkState } from './bulk-state.ts'

export { BulkBar } from '#components/ui/bulk-bar.tsx'

let sending: AbortController | undefined

type Change = Readonly<{ action: FormAction<BulkState>; before: BulkState; form: FormData }>

/** Keeps the state through an outage. The messages, which the browser has, aren't sent back. */
export async function sendChange(
  { action, before, form }: Change,
  onFailure: SendOptions['onFailure'],
): Promise<BulkState> {
  const { words: _, ...state } = before
  sending = new AbortController()
  const { signal } = sending
  signal.addEventListener('abort', () => onFailure(undefined))
  const options = { repeatable: true, isWanted: () => !signal.aborted, signal, onFailure }
  const sent = await sendAction(async () => action(state, form), options)
  return sent ? sent.value : before
}

/** Ends the retries of a change whose dialog was closed. */
export function withdrawChange(): void {
  sending?.abort()
}
