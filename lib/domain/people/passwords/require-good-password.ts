import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import { newPasswordLength } from '#lib/domain/people/passwords/password-length.ts'
import { findPasswordProblem, type PasswordHolder } from '#lib/domain/people/passwords/password-policy.ts'
import { BreachedPasswordsError, isBreached } from '#lib/foundation/breached-passwords/breached-passwords.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

type NewPassword = Readonly<{
  password: string
  holder: PasswordHolder
  /** The form field that a problem belongs to. */
  field?: string
  /** In characters; shorter for a user with a second factor. */
  minLength?: number
}>

/**
 * @returns whether the password is good enough without a second factor
 * @throws Refusal `input_invalid` with the problem of the password under its field
 */
export async function requireGoodPassword(
  services: Services,
  { password, holder, field = 'password', minLength = newPasswordLength.min }: NewPassword,
): Promise<boolean> {
  const { name } = await readOrganization(services)
  const companyNames = [name ?? '', new URL(services.env.baseUrl).hostname]
  const context = { holder, companyNames }
  const problem = findPasswordProblem(password, { ...context, minLength })
  if (problem) throw new Refusal('input_invalid', { fields: { [field]: problem } })
  if (await isKnownBreached(services, password)) {
    throw new Refusal('input_invalid', { fields: { [field]: 'breached' } })
  }
  return findPasswordProblem(password, { ...context, minLength: newPasswordLength.min }) === undefined
}

/**
 * A file that can't be searched doesn't refuse passwords: nobody could set one until an operator mends it, and every
 * other rule still holds. The log and `doctor` say so.
 */
async function isKnownBreached({ env, log }: Services, password: string): Promise<boolean> {
  const path = env.breachedPasswordsFile
  if (path === undefined) return false
  try {
    return await isBreached(path, password)
  } catch (error) {
    if (!(error instanceof BreachedPasswordsError)) throw error
    log.error({ path, error }, 'a new password could not be looked up in BREACHED_PASSWORDS_FILE')
    return false
  }
}
