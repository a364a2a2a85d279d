import { type SendOptions, sendAction } from '../../../../components/connection/send-action.ts'
import { changeUsersAction } from '../actions.ts'
import type { BulkState } from '../submit-bulk.ts'

export { BulkBar } from '../../../../components/ui/bulk-bar.tsx'

/** Keeps the state through an outage. The messages, which the browser has, aren't sent back. */
export async function sendChange(
  before: BulkState,
  form: FormData,
  onFailure: SendOptions['onFailure'],
): Promise<BulkState> {
  const { words: _, ...state } = before
  const isWanted = () => true
  const sent = await sendAction(async () => changeUsersAction(state, form), { repeatable: true, isWanted, onFailure })
  return sent ? sent.value : before
}
