import {
  type Attributes,
  readAttribute,
  readAttributes,
  readBoolean,
  readEntries,
  userSchemaId,
} from '#lib/domain/people/scim/attributes.ts'
import { type FilterValue, matchesFilter } from '#lib/domain/people/scim/filter.ts'
import { invalidPath, type PatchOperation } from '#lib/domain/people/scim/patch.ts'
import { isKnownAttribute } from '#lib/domain/people/scim/schemas.ts'
import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'
import type { Email, WantedUser } from '#lib/domain/people/scim/scim-user.ts'

const maxEmails = 20

/**
 * The user that a POST or PUT body describes (RFC 7644 §3.3, §3.5.1). Attributes that Latchkey doesn't have, such as
 * titles, phone numbers and passwords, are ignored; so are read-only ones. What a PUT leaves out stays as it is.
 * @param former the user to replace; undefined for a new one
 * @throws Refusal `invalidSyntax`, `invalidValue`, `tooMany`
 */
export function readUserBody(body: unknown, former?: WantedUser): WantedUser {
  const attributes = readAttributes(body)
  requireSchema(attributes, userSchemaId)
  const name = attributes.get('name')
  const parts = name === undefined || name === null ? undefined : readAttributes(name)
  const textOf = (from: Attributes | undefined, attribute: string, otherwise: string | null) =>
    from?.has(attribute) ? readAttribute(from.get(attribute)) : otherwise
  return {
    userName: requireUserName(attributes.get('username')),
    externalId: textOf(attributes, 'externalid', former?.externalId ?? null),
    displayName: textOf(attributes, 'displayname', former?.displayName ?? null),
    formatted: textOf(parts, 'formatted', former?.formatted ?? null),
    givenName: textOf(parts, 'givenname', former?.givenName ?? null),
    familyName: textOf(parts, 'familyname', former?.familyName ?? null),
    emails: attributes.has('emails') ? readEmails(attributes.get('emails')) : (former?.emails ?? []),
    active: readActive(attributes.get('active'), former?.active ?? true),
  }
}

/** Some clients send no `schemas`. @throws Refusal `invalidSyntax` for others than this one */
export function requireSchema(attributes: Attributes, id: string): void {
  const schemas = attributes.get('schemas')
  if (schemas === undefined) return
  const isId = (schema: unknown) => typeof schema === 'string' && schema.toLowerCase() === id.toLowerCase()
  if (Array.isArray(schemas) && schemas.some(isId)) return
  throw scimRefusal('invalidSyntax', 'The schemas do not include that of this resource.')
}

/** Null is no value (RFC 7643 §2.5): the state stays as it is. */
function readActive(value: unknown, otherwise: boolean): boolean {
  return value === undefined || value === null ? otherwise : readBoolean(value)
}

function requireUserName(value: unknown): string {
  const userName = readAttribute(value)
  if (userName === null) throw scimRefusal('invalidValue', 'A userName is required.')
  return userName
}

function readEmails(value: unknown): readonly Email[] {
  return readEntries(value, maxEmails).flatMap((entry) => {
    const attributes = readAttributes(typeof entry === 'string' ? { value: entry } : entry)
    const address = readAttribute(attributes.get('value'))
    if (address === null) return []
    return {
      value: address,
      type: readAttribute(attributes.get('type')),
      isPrimary: readFlag(attributes.get('primary')),
    }
  })
}

function readFlag(value: unknown): boolean {
  return value !== undefined && value !== null && readBoolean(value)
}

/** @throws Refusal `invalidPath`, `invalidValue`, `mutability`, `tooMany` */
export function applyUserPatch(wanted: WantedUser, operations: readonly PatchOperation[]): WantedUser {
  return operations.reduce(applyOperation, wanted)
}

function applyOperation(wanted: WantedUser, operation: PatchOperation): WantedUser {
  const { op, path, isPathless } = operation
  const value = op === 'remove' ? null : operation.value
  const { attribute, sub } = path
  if (attribute === 'emails') return { ...wanted, emails: patchEmails(wanted.emails, operation) }
  if (path.filter) return ignore(wanted, operation)
  if (attribute === 'name' && sub === undefined) return patchName(wanted, value)
  switch (sub === undefined ? attribute : `${attribute}.${sub}`) {
    case 'username':
      return { ...wanted, userName: requireUserName(value) }
    case 'externalid':
      return { ...wanted, externalId: readAttribute(value) }
    case 'displayname':
      return { ...wanted, displayName: readAttribute(value) }
    case 'active':
      // A remove operation has no value either, and leaves no state to be in.
      return { ...wanted, active: op === 'remove' ? readBoolean(value) : readActive(value, wanted.active) }
    case 'name.formatted':
      return { ...wanted, formatted: readAttribute(value) }
    case 'name.givenname':
      return { ...wanted, givenName: readAttribute(value) }
    case 'name.familyname':
      return { ...wanted, familyName: readAttribute(value) }
    default:
      if (isReadOnly(attribute) && !isPathless) {
        throw scimRefusal('mutability', 'This attribute is read-only.')
      }
      return ignore(wanted, operation)
  }
}

/** Groups of a user are changed at the group (RFC 7643 §4.1.2). */
function isReadOnly(attribute: string): boolean {
  return attribute === 'id' || attribute === 'meta' || attribute === 'schemas' || attribute === 'groups'
}

/**
 * Directories send attributes of the standard schemas that have no place here. @throws Refusal `invalidPath` for others
 */
function ignore(wanted: WantedUser, { path: { attribute, sub }, isPathless }: PatchOperation): WantedUser {
  if (isPathless || isKnownAttribute(sub === undefined ? attribute : `${attribute}.${sub}`)) return wanted
  throw invalidPath()
}

function patchName(wanted: WantedUser, value: unknown): WantedUser {
  if (value === null) return { ...wanted, formatted: null, givenName: null, familyName: null }
  const parts = readAttributes(value)
  const partOf = (attribute: string, former: string | null) =>
    parts.has(attribute) ? readAttribute(parts.get(attribute)) : former
  return {
    ...wanted,
    formatted: partOf('formatted', wanted.formatted),
    givenName: partOf('givenname', wanted.givenName),
    familyName: partOf('familyname', wanted.familyName),
  }
}

function patchEmails(emails: readonly Email[], { op, path, value }: PatchOperation): readonly Email[] {
  const { filter, sub } = path
  if (filter === undefined && sub === undefined) {
    if (op === 'remove') return []
    return op === 'add' ? [...emails, ...readEmails(value)].slice(0, maxEmails) : readEmails(value)
  }
  const isMeant = (email: Email) =>
    filter === undefined || matchesFilter(filter, (attribute) => emailAttribute(email, attribute))
  if (op === 'remove') return emails.filter((email) => !isMeant(email))
  const change = sub === undefined ? readEmailChange(value) : readEmailChange({ [sub]: value })
  if (emails.some(isMeant)) return emails.map((email) => (isMeant(email) ? { ...email, ...change } : email))
  // Microsoft Entra ID adds an address this way (RFC 7644 §3.5.2.1 has no target here).
  const added = { type: typeOf(path), isPrimary: false, ...change }
  return added.value === undefined ? emails : [...emails, { ...added, value: added.value }].slice(0, maxEmails)
}

function emailAttribute({ value, type, isPrimary }: Email, attribute: string): FilterValue | undefined {
  if (attribute === 'value') return value
  if (attribute === 'type') return type
  return attribute === 'primary' ? isPrimary : undefined
}

function readEmailChange(value: unknown): Partial<Email> {
  const attributes = readAttributes(value)
  const address = readAttribute(attributes.get('value'))
  return {
    ...(address !== null && { value: address }),
    ...(attributes.has('type') && { type: readAttribute(attributes.get('type')) }),
    ...(attributes.has('primary') && { isPrimary: readFlag(attributes.get('primary')) }),
  }
}

/** The type that the filter of a path names. */
function typeOf({ filter }: PatchOperation['path']): string | null {
  return filter?.kind === 'eq' && filter.attribute === 'type' && typeof filter.value === 'string' ? filter.value : null
}
