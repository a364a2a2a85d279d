import type { ActionResult } from '#lib/http/action-result.ts'

export type AccountFields = Readonly<{ id: string; name: string; locale: string; deepPath: string }>

export type AccountFormState = Readonly<{
  /** `undefined` before the first submission. */
  result: ActionResult<unknown> | undefined
  /** Shown again after a refusal. */
  entered: AccountFields
}>
