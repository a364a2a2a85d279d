import { userSchemaId } from '#lib/domain/people/scim/attributes.ts'
import { scimPath } from '#lib/domain/people/scim/schemas.ts'
import type { GroupOfUser, ScimUser } from '#lib/domain/people/scim/scim-user.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { listsTag } from '#lib/kernel/entity-tags.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/**
 * RFC 7643 §4.1, with the attributes that Latchkey has. The version does not depend on the groups, which are read-only.
 */
export function toScimUserResource(baseUrl: string, user: ScimUser, groups: readonly GroupOfUser[]) {
  const { id, externalId, userName, name, givenName, familyName, email, active } = user
  const resource = {
    schemas: [userSchemaId],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    name: {
      formatted: name,
      ...(givenName !== null && { givenName }),
      ...(familyName !== null && { familyName }),
    },
    displayName: name,
    ...(email !== null && { emails: [{ value: email, type: 'work', primary: true }] }),
    active,
  }
  const location = `${baseUrl}${scimPath}/Users/${id}`
  const groupsOfUser = groups.map((group) => ({ value: group.id, display: group.name }))
  return { ...resource, groups: groupsOfUser, meta: toMeta('User', user, { location, version: toVersion(resource) }) }
}

export type UserResource = ReturnType<typeof toScimUserResource>

type Instants = Readonly<{ createdAt: number; changedAt: number }>

/** RFC 7643 §3.1. */
export function toMeta(
  resourceType: string,
  { createdAt, changedAt }: Instants,
  { location, version }: Readonly<{ location: string; version: string }>,
) {
  const [created, lastModified] = [new Date(createdAt).toISOString(), new Date(changedAt).toISOString()]
  return { resourceType, created, lastModified, location, version }
}

/** A weak entity tag (RFC 9110 §8.8.1), which changes with the content. */
export function toVersion(content: unknown): string {
  return `W/"${sha256(JSON.stringify(content)).slice(0, 16)}"`
}

/** @param ifMatch the header `If-Match`. @throws Refusal `precondition_failed` unless it names the version */
export function requireVersion(version: string, ifMatch: string | null): void {
  if (ifMatch !== null && !listsTag(ifMatch, version)) throw new Refusal('precondition_failed')
}
