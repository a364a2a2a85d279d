import type { GeneratedApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import type { RegisteredApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import type { PasswordLink } from '#lib/domain/people/password-links/password-link.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { ActionResult } from '#lib/web/http/action-result.ts'

/** Maximum number of changed boxes per save. */
export const maxAccountChanges = 500

/** The state of a form on this page, with and without scripts. */
export type FormState<T = void, Shown = never> = Readonly<{
  result: ActionResult<T> | undefined
  /** The submitted values except the confirmation, to restore after a refusal. */
  entered: readonly (readonly [name: string, value: string])[]
  /** How the form asks for a confirmation because the last one has expired. */
  confirmBy: ConfirmBy
  /** `first`: asks before showing its own fields. Otherwise it asks after a submission, then continues. */
  confirmFirst: boolean
  /** What the form shows once it is confirmed. */
  shown?: Shown | undefined
}>

/** A generated key with an account that it opens, for the samples. */
export type NewKey = GeneratedApiKey & Readonly<{ exampleAccountId: string | undefined }>

/** A generated key without a secret. */
export type RegisteredKey = RegisteredApiKey & Readonly<{ exampleAccountId: string | undefined; dpop: boolean }>

export type FormAction<State> = (before: State, form: FormData) => Promise<State>

export type AddedUser = Readonly<{
  userId: string
  name: string
  username: string
  choosesAccounts: boolean
  /** `undefined` for a service user, who has no password. */
  link: PasswordLink | undefined
}>
