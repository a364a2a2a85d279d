import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'
import {
  chooseEmail,
  chooseName,
  type ScimUser,
  toScimNameKey,
  type WantedUser,
} from '#lib/domain/people/scim/scim-user.ts'
import { emailSchema, personNameSchema, usernameSchema } from '#lib/domain/people/users/schema.ts'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'

/** The names that a user gets in Latchkey. `username`: undefined to derive one. */
export type ChosenNames = Readonly<{ name: string; email: string; username: string | undefined }>

/**
 * Chooses the names of a user from what the directory says.
 * @param former the user before the change; undefined for a new one
 * @throws Refusal `invalidValue` for a malformed name, or without an email address
 */
export function chooseNames(wanted: WantedUser, former?: ScimUser): ChosenNames {
  const name = personNameSchema.safeParse(chooseName(wanted, former))
  if (!name.success) {
    throw scimRefusal('invalidValue', `A name must be one line of at most ${fieldLengths.name.max} characters.`)
  }
  const email = emailSchema.safeParse(chooseEmail(followUserName(wanted, former)))
  if (!email.success) throw scimRefusal('invalidValue', 'A user needs a valid email address, as email or as userName.')
  const username = usernameSchema.safeParse(wanted.userName)
  return { name: name.data, email: email.data, username: username.success ? username.data : undefined }
}

/** An email address that was the user name follows a new user name, unless the directory sends another one. */
function followUserName(wanted: WantedUser, former: ScimUser | undefined): WantedUser {
  if (!former || toScimNameKey(former.userName) !== toScimNameKey(former.email ?? '')) return wanted
  const isNew = toScimNameKey(wanted.userName) !== toScimNameKey(former.userName) && wanted.userName.includes('@')
  const isSameEmail = chooseEmail(wanted) === former.email
  return isNew && isSameEmail ? { ...wanted, emails: [] } : wanted
}
