import { z } from 'zod'
import type { PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/store.ts'
import { type DbTransaction, isUniqueViolation } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { languages } from '#lib/i18n/languages.ts'
import { isTimeZone } from '#lib/i18n/preferences.ts'
import { parseInput } from '#lib/parse-input.ts'
import { requireRecentConfirmation } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { getSessionUser } from '#lib/users/find-users.ts'
import { findOwnPreferences, setOwnPreferences, setSignInNames } from '#lib/users/profile-store.ts'
import { emailSchema, personNameSchema, usernameSchema } from '#lib/users/schema.ts'
import { findUserByName, lockUser } from '#lib/users/store.ts'
import { type OwnPreferences, type User, userEvent } from '#lib/users/user.ts'

export const profileSchema = z.object({
  name: personNameSchema,
  language: z.enum(languages, 'malformed').nullable(),
  timeZone: z.string().max(64, 'malformed').refine(isTimeZone, 'malformed').nullable(),
})

export const signInNamesSchema = z.object({ username: usernameSchema, email: emailSchema })

export type ProfileInput = Readonly<{ name: string; language: string | null; timeZone: string | null }>
export type SignInNamesInput = z.input<typeof signInNamesSchema>
export type OwnProfile = Readonly<{ user: User; preferences: OwnPreferences }>

export async function readOwnProfile(services: Services, actor: PortalUser): Promise<OwnProfile> {
  const user = await getSessionUser(services, actor)
  return { user, preferences: await readOwnPreferences(services, actor) }
}

/** The language and the time zone that the user chose. */
export function readOwnPreferences({ db }: Services, { userId }: PortalUser): Promise<OwnPreferences> {
  return findOwnPreferences(db, userId)
}

/** Changes the user's own name, language and time zone; null follows the browser. @throws Refusal `input_invalid` */
export async function updateOwnProfile(services: Services, actor: PortalUser, input: ProfileInput): Promise<void> {
  const { name, ...preferences } = parseInput(profileSchema, input)
  await services.db.transaction().execute(async (trx) => {
    await setOwnPreferences(trx, actor.userId, preferences)
    await rename(services, trx, actor, { name })
  })
}

/** Remembers the language that the user chose in the menu for their other browsers. */
export async function rememberLanguage({ db }: Services, actor: PortalUser, language: string): Promise<void> {
  await setOwnPreferences(db, actor.userId, { language })
}

/**
 * Changes the names that the user signs in with. Sessions stay; links and keys don't depend on them.
 * @throws Refusal `confirmation_required`; `input_invalid`: `taken` by another user
 */
export async function updateOwnSignInNames(
  services: Services,
  actor: PortalUser,
  input: SignInNamesInput,
): Promise<void> {
  requireRecentConfirmation(actor, services.clock.now())
  const names = parseInput(signInNamesSchema, input)
  try {
    await services.db.transaction().execute((trx) => rename(services, trx, actor, names))
  } catch (error) {
    // Another user took the name between the check and the change.
    throw isUniqueViolation(error) ? ((await findTaken(services, actor, names)) ?? error) : error
  }
}

type Names = Partial<Pick<User, 'name' | 'username'> & { email: string }>

async function rename(services: Services, trx: DbTransaction, actor: PortalUser, names: Names): Promise<void> {
  await lockUser(trx, actor.userId)
  const former = await getSessionUser({ ...services, db: trx }, actor)
  const user = { ...former, ...names }
  const changed = (['name', 'username', 'email'] as const).filter((field) => user[field] !== former[field])
  if (changed.length === 0) return
  const taken = await findTaken({ db: trx }, actor, names)
  if (taken) throw taken
  await setSignInNames(trx, user)
  const details = Object.fromEntries(changed.map((field) => [formerNames[field], former[field]]))
  await recordEvent(trx, actor, userEvent('user.profile_changed', user, details))
}

const formerNames = { name: 'formerName', username: 'formerUsername', email: 'formerEmail' } as const

async function findTaken({ db }: Pick<Services, 'db'>, { userId }: PortalUser, names: Names) {
  const fields: Record<string, string> = {}
  for (const field of ['username', 'email'] as const) {
    const other = names[field] === undefined ? undefined : await findUserByName(db, names[field])
    if (other && other.id !== userId) fields[field] = 'taken'
  }
  return Object.keys(fields).length === 0 ? undefined : new Refusal('input_invalid', { fields })
}
