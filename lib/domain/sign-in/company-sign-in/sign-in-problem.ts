import type { User } from '#lib/domain/people/users/user.ts'
import { redemptionProblems } from '#lib/domain/sign-in/sign-in-providers/redeem-code.ts'

/**
 * Why a sign-in through a provider ends without a session. `expired`: this browser has none under way. `not_linked`:
 * the provider's user has no access here. `email`: no verified address in an allowed domain. `user_exists`: the address
 * or name is another user's, who is not linked. `other_user`: the provider's user is another one than the invitation or
 * the session is for. `has_factor`: the invited user has a second factor, which a link must not replace. `inactive`:
 * the user was deactivated. `linked`: the form that links was sent again after it had linked.
 */
export const signInProblems = [
  ...redemptionProblems,
  'expired',
  'not_linked',
  'email',
  'user_exists',
  'other_user',
  'has_factor',
  'inactive',
  'link_unusable',
  'linked',
] as const

export type SignInProblem = (typeof signInProblems)[number]

/** Ends a transaction without a change. */
export class SignInProblemError extends Error {
  override readonly name = 'SignInProblemError'
  readonly problem: SignInProblem
  readonly user: User | undefined

  constructor(problem: SignInProblem, user?: User) {
    super(problem)
    this.problem = problem
    this.user = user
  }
}

/** The reasons that audit events record. The others are no attempt to get in. */
export const recordedReasons: Readonly<Partial<Record<SignInProblem, string>>> = {
  refused: 'provider_refused',
  factor: 'provider_factor',
  not_linked: 'provider_not_linked',
  email: 'provider_email',
  user_exists: 'provider_user_exists',
  other_user: 'provider_other_user',
  has_factor: 'provider_refused',
  inactive: 'deactivated',
  link_unusable: 'provider_refused',
}
