import type { ActionResult } from '#lib/http/action-result.ts'
import type { PasswordLink } from '#lib/password-links/password-link.ts'

/** How many boxes one save changes at most. */
export const maxAccountChanges = 500

/** What a form of this page knows after it was sent; with and without scripts. */
export type FormState<T = void> = Readonly<{
  /** Undefined until it was sent. */
  result: ActionResult<T> | undefined
  /** What was entered, without the password: the answer to a refusal shows it again. */
  entered: readonly (readonly [name: string, value: string])[]
  /** Whether the form asks for the password: the last confirmation is too old. */
  askPassword: boolean
  /** It asks before it shows its own fields, and only confirms. Otherwise it was submitted, and goes on afterwards. */
  confirmFirst: boolean
}>

export type FormAction<State> = (before: State, form: FormData) => Promise<State>

export type AddedUser = Readonly<{
  userId: string
  name: string
  username: string
  choosesAccounts: boolean
  /** Undefined for a service user, who has no password. */
  link: PasswordLink | undefined
}>
