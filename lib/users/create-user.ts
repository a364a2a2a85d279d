import type { Actor } from '#lib/actor.ts'
import { toClientNetwork } from '#lib/client-network.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { hashPassword } from '#lib/passwords/password-hash.ts'
import { requireGoodPassword } from '#lib/passwords/password-policy.ts'
import { requireManager, requireManagerOf, requireRecentConfirmation } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { addUser } from '#lib/users/add-user.ts'
import { type NewUserInput, newUserSchema } from '#lib/users/schema.ts'
import type { User } from '#lib/users/user.ts'

/**
 * Creates a person or a service user. A person sets their password by a link; only the operator may give one here.
 * @throws Refusal `forbidden`; `confirmation_required`; `input_invalid` with the problem of each field
 */
export async function createUser(
  services: Services,
  actor: Actor,
  input: NewUserInput & Readonly<{ password?: string | undefined }>,
): Promise<User> {
  requireManager(actor)
  const { email = null, ...fields } = parseInput(newUserSchema, input)
  requireManagerOf(actor, fields.role)
  requireRecentConfirmation(actor, services.clock.now())
  const added = { ...fields, email, passwordHash: await hashGivenPassword(actor, { ...fields, email }, input.password) }
  return services.db.transaction().execute((trx) => addUser(trx, actor, added))
}

async function hashGivenPassword(
  actor: Actor,
  user: Pick<User, 'name' | 'username' | 'email' | 'role'>,
  password: string | undefined,
): Promise<string | null> {
  if (password === undefined) return null
  if (actor.kind !== 'operator') throw new Refusal('forbidden', { detail: 'a person sets their own password' })
  if (user.role === 'service') throw new Refusal('input_invalid', { fields: { password: 'not_allowed' } })
  requireGoodPassword(password, user)
  return hashPassword(password, toClientNetwork(actor.address))
}
