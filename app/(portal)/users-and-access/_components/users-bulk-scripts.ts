import { changeUsersAction } from '#app/(portal)/users-and-access/actions.ts'
import type { BulkState } from '#app/(portal)/users-and-access/submit-bulk.ts'
import { type SendOptions, sendAction } from '#components/connection/send-action.ts'

export { BulkBar } from '#components/ui/bulk-bar.tsx'

let sending: AbortController | undefined

/** Keeps the state through an outage. The messages, which the browser has, aren't sent back. */
export async function sendChange(
  before: BulkState,
  form: FormData,
  onFailure: SendOptions['onFailure'],
): Promise<BulkState> {
  const { words: _, ...state } = before
  sending = new AbortController()
  const { signal } = sending
  signal.addEventListener('abort', () => onFailure(undefined))
  const options = { repeatable: true, isWanted: () => !signal.aborted, signal, onFailure }
  const sent = await sendAction(async () => changeUsersAction(state, form), options)
  return sent ? sent.value : before
}

/** Ends the retries of a change whose dialog was closed. */
export function withdrawChange(): void {
  sending?.abort()
}
