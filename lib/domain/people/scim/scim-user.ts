import type { Role } from '#lib/foundation/authorization/roles.ts'

/** A user as the directory sees them. */
export type ScimUser = Readonly<{
  id: string
  externalId: string | null
  userName: string
  name: string
  givenName: string | null
  familyName: string | null
  email: string | null
  active: boolean
  role: Role
  createdAt: number
  changedAt: number
  /** Whether the directory has written the user. */
  isManaged: boolean
}>

/** A group of the directory that a user belongs to. */
export type GroupOfUser = Readonly<{ id: string; name: string }>

export type Email = Readonly<{ value: string; type: string | null; isPrimary: boolean }>

/** The directory's wishes for a user. Omitted ones stay. */
export type WantedUser = Readonly<{
  userName: string
  externalId: string | null
  displayName: string | null
  formatted: string | null
  givenName: string | null
  familyName: string | null
  emails: readonly Email[]
  active: boolean
}>

/** The attributes that a user has now. */
export function toWantedUser(user: ScimUser): WantedUser {
  const { userName, externalId, name, givenName, familyName, email, active } = user
  const emails = email === null ? [] : [{ value: email, type: 'work', isPrimary: true }]
  return { userName, externalId, displayName: name, formatted: name, givenName, familyName, emails, active }
}

/** The form in which user names and group names are compared (RFC 7643 §4.1: `userName` ignores case). */
export function toScimNameKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

/** The one email address that a user has here: the primary one, else the first, else a user name that is one. */
export function chooseEmail({ emails, userName }: Pick<WantedUser, 'emails' | 'userName'>): string | null {
  const email = emails.findLast(({ isPrimary }) => isPrimary) ?? emails[0]
  return email?.value ?? (userName.includes('@') ? userName : null)
}

/**
 * The one name that a user has here: what changed of `displayName`, `name.formatted`, given and family name, in this
 * order; for a new user the first that there is.
 */
export function chooseName(wanted: WantedUser, former: ScimUser | undefined): string {
  const { displayName, formatted } = wanted
  const joined = joinNames(wanted)
  if (former) {
    const isNew = (name: string | null) => name !== null && name !== former.name
    const hasNewParts = joined !== joinNames(former) && joined !== null
    if (isNew(displayName) && displayName !== null) return displayName
    if (isNew(formatted) && formatted !== null) return formatted
    if (hasNewParts && (joinNames(former) ?? former.name) === former.name) return joined
  }
  return displayName ?? formatted ?? joined ?? former?.name ?? wanted.userName
}

function joinNames({ givenName, familyName }: Pick<WantedUser, 'givenName' | 'familyName'>): string | null {
  const names = [givenName, familyName].filter((name) => name !== null)
  return names.length === 0 ? null : names.join(' ')
}
