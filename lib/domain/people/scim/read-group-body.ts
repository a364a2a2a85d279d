import {
  groupSchemaId,
  maxTextLength,
  readAttribute,
  readAttributes,
  readEntries,
} from '#lib/domain/people/scim/attributes.ts'
import type { Filter } from '#lib/domain/people/scim/filter.ts'
import { invalidPath, type PatchOperation } from '#lib/domain/people/scim/patch.ts'
import { requireSchema } from '#lib/domain/people/scim/read-user-body.ts'
import { maxMembersPerRequest } from '#lib/domain/people/scim/scim-group.ts'
import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'
import { nameText } from '#lib/kernel/name-text.ts'

/** What happens to the members: `replace` makes `added` the only ones. */
export type MemberChange = Readonly<{ replace: boolean; added: ReadonlySet<string>; removed: ReadonlySet<string> }>

/** What the directory wants of a group. */
export type GroupChange = Readonly<{ name: string; externalId: string | null; members: MemberChange }>

const noMembers: ReadonlySet<string> = new Set()
const keptMembers: MemberChange = { replace: false, added: noMembers, removed: noMembers }

/**
 * The group that a POST or PUT body describes. What a PUT leaves out stays as it is.
 * @throws Refusal `invalidSyntax`, `invalidValue`, `tooMany`
 */
export function readGroupBody(body: unknown, former?: Pick<GroupChange, 'externalId'>): GroupChange {
  const attributes = readAttributes(body)
  requireSchema(attributes, groupSchemaId)
  const members = attributes.has('members') ? replaceMembers(attributes.get('members')) : keptMembers
  const externalId = attributes.has('externalid') ? readAttribute(attributes.get('externalid')) : former?.externalId
  return { name: requireGroupName(attributes.get('displayname')), externalId: externalId ?? null, members }
}

/** @throws Refusal `invalidPath`, `invalidValue`, `mutability`, `tooMany` */
export function applyGroupPatch(
  former: Pick<GroupChange, 'name' | 'externalId'>,
  operations: readonly PatchOperation[],
): GroupChange {
  const start: GroupChange = { ...former, members: keptMembers }
  const change = operations.reduce(applyOperation, start)
  requireFewMembers(change.members)
  return change
}

function applyOperation(change: GroupChange, operation: PatchOperation): GroupChange {
  const { op, path, value, isPathless } = operation
  const { attribute, sub, filter } = path
  if (attribute === 'members' && sub === undefined) {
    return { ...change, members: patchMembers(change.members, operation) }
  }
  if (filter === undefined && sub === undefined) {
    const given = op === 'remove' ? null : value
    if (attribute === 'displayname') return { ...change, name: requireGroupName(given) }
    if (attribute === 'externalid') return { ...change, externalId: readAttribute(given) }
  }
  if (isPathless) return change
  if (attribute === 'id' || attribute === 'meta' || attribute === 'schemas') {
    throw scimRefusal('mutability', 'This attribute is read-only.')
  }
  throw invalidPath()
}

function patchMembers(members: MemberChange, { op, path: { filter }, value }: PatchOperation): MemberChange {
  if (op === 'remove') {
    if (filter) return removeMembers(members, idsOf(filter))
    // Microsoft Entra ID names the members in the value. Without any, all are removed.
    return value === undefined || value === null ? replaceMembers([]) : removeMembers(members, readMemberIds(value))
  }
  if (filter) throw invalidPath()
  if (op === 'replace') return replaceMembers(value)
  const ids = readMemberIds(value)
  return { ...members, added: union(members.added, ids), removed: without(members.removed, ids) }
}

function removeMembers(members: MemberChange, ids: readonly string[]): MemberChange {
  return { ...members, added: without(members.added, ids), removed: union(members.removed, ids) }
}

function union(some: ReadonlySet<string>, others: readonly string[]): ReadonlySet<string> {
  return new Set([...some, ...others])
}

function without(some: ReadonlySet<string>, others: readonly string[]): ReadonlySet<string> {
  const unwanted = new Set(others)
  return new Set([...some].filter((id) => !unwanted.has(id)))
}

function replaceMembers(value: unknown): MemberChange {
  return { replace: true, added: new Set(readMemberIds(value)), removed: noMembers }
}

/** Entries with the ID as `value`, or as themselves. */
function readMemberIds(value: unknown): readonly string[] {
  return readEntries(value, maxMembersPerRequest).map((entry) => {
    const attributes = typeof entry === 'string' ? new Map([['value', entry]]) : readAttributes(entry)
    const type = attributes.get('type')
    if (typeof type === 'string' && type.toLowerCase() === 'group') {
      throw scimRefusal('invalidValue', 'Groups in groups are not supported.')
    }
    const id = readAttribute(attributes.get('value'))
    if (id === null) throw scimRefusal('invalidValue', 'A member needs a value: the ID of a user.')
    return id
  })
}

/** The members that `members[value eq "a" or value eq "b"]` names. @throws Refusal `invalidPath` for another filter */
function idsOf(filter: Filter): readonly string[] {
  if (filter.kind === 'or') return filter.filters.flatMap(idsOf)
  if (filter.kind === 'eq' && filter.attribute === 'value' && typeof filter.value === 'string') return [filter.value]
  throw invalidPath()
}

function requireFewMembers({ added, removed }: MemberChange): void {
  if (added.size + removed.size > maxMembersPerRequest) {
    throw scimRefusal('tooMany', `Send at most ${maxMembersPerRequest.toLocaleString('en-US')} members at once.`)
  }
}

function requireGroupName(value: unknown): string {
  const text = readAttribute(value)
  if (text === null) throw scimRefusal('invalidValue', 'A displayName is required.')
  const name = nameText(maxTextLength).safeParse(text)
  if (!name.success) throw scimRefusal('invalidValue', 'Use a displayName on one line that can be seen.')
  return name.data
}
