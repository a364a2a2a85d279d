import type { ActionResult } from '#lib/http/action-result.ts'

/** What is typed into the form of an account. */
export type Entered = Readonly<{ id: string; name: string; locale: string; deepPath: string }>

export type AccountFormState = Readonly<{
  /** Undefined until it was sent. */
  result: ActionResult<unknown> | undefined
  /** Shown again with a refusal. */
  entered: Entered
}>
