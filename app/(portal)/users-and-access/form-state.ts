import type { ActionResult } from '#lib/http/action-result.ts'
import type { PasswordLink } from '#lib/password-links/password-link.ts'
import type { ListChange } from '#lib/users/change-listed-accounts.ts'

/** What a form of this page knows after it was sent; with and without scripts. */
export type FormState<T = void> = Readonly<{
  /** Undefined until it was sent. */
  result: ActionResult<T> | undefined
  /** What was entered, without the password: the answer to a refusal shows it again. */
  entered: readonly (readonly [name: string, value: string])[]
  /** Whether the password has to be given: the last time is too long ago. */
  askPassword: boolean
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

export type ListAddition = FormState<ListChange> &
  Readonly<{
    /** How many lists were added: after each the field is empty again. */
    round: number
  }>
