import { z } from 'zod'
import { getSessionUser } from '#lib/domain/people/users/find-users.ts'
import { findOwnPreferences, setOwnPreferences, setSignInNames } from '#lib/domain/people/users/profile-store.ts'
import { isManagedByDirectory } from '#lib/domain/people/users/proven-names-store.ts'
import { personNameSchema } from '#lib/domain/people/users/schema.ts'
import { lockUser } from '#lib/domain/people/users/store.ts'
import { type OwnPreferences, type User, userEvent } from '#lib/domain/people/users/user.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { languages } from '#lib/foundation/i18n/languages.ts'
import { isTimeZone } from '#lib/foundation/i18n/preferences.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

export const profileSchema = z.object({
  name: personNameSchema,
  language: z.enum(languages, 'malformed').nullable(),
  timeZone: z.string().max(64, 'malformed').refine(isTimeZone, 'malformed').nullable(),
})

export type ProfileInput = Readonly<{ name: string; language: string | null; timeZone: string | null }>
export type OwnProfile = Readonly<{ user: User; preferences: OwnPreferences }>

export async function readOwnProfile(services: Services, actor: PortalUser): Promise<OwnProfile> {
  const user = await getSessionUser(services, actor)
  return { user, preferences: await readOwnPreferences(services, actor) }
}

/** The language and the time zone that the user chose. */
export function readOwnPreferences({ db }: Services, { userId }: PortalUser): Promise<OwnPreferences> {
  return findOwnPreferences(db, userId)
}

/**
 * Changes the user's own name, language and time zone; null follows the browser.
 * @throws Refusal `input_invalid`; `name` is `managed` for a user of the directory
 */
export async function updateOwnProfile(services: Services, actor: PortalUser, input: ProfileInput): Promise<void> {
  const { name, ...preferences } = parseInput(profileSchema, input)
  await services.db.transaction().execute(async (trx) => {
    await lockUser(trx, actor.userId)
    await setOwnPreferences(trx, actor.userId, preferences)
    const former = await getSessionUser({ ...services, db: trx }, actor)
    if (name === former.name) return
    // The directory would set its own again.
    if (await isManagedByDirectory(trx, actor.userId))
      throw new Refusal('input_invalid', { fields: { name: 'managed' } })
    const user = { ...former, name }
    await setSignInNames(trx, user)
    await recordEvent(trx, actor, userEvent('user.profile_changed', user, { formerName: former.name }))
  })
}

/** Remembers the language that the user chose in the menu for their other browsers. */
export async function rememberLanguage({ db }: Services, actor: PortalUser, language: string): Promise<void> {
  await setOwnPreferences(db, actor.userId, { language })
}
