import { readAttributes, toAttributeName } from '#lib/domain/people/scim/attributes.ts'
import { type Filter, maxFilterLength, parseFilter } from '#lib/domain/people/scim/filter.ts'
import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'

/** Microsoft Entra ID sends a handful. Members of a group are entries of one operation. */
const maxOperations = 1_000

/** Where an operation changes a resource: `emails[type eq "work"].value`. All names in lower case. */
export type PatchPath = Readonly<{ attribute: string; filter: Filter | undefined; sub: string | undefined }>

/** One operation on one attribute. */
export type PatchOperation = Readonly<{
  op: 'add' | 'remove' | 'replace'
  path: PatchPath
  value: unknown
  /** From an operation without a path, whose value may be a whole resource: read-only attributes are ignored there. */
  isPathless: boolean
}>

/**
 * Reads a PATCH body (RFC 7644 §3.5.2), as Microsoft Entra ID and Okta send it: `op` ignores case, and an operation
 * without a path is one for each attribute of its value.
 * @throws Refusal `invalidSyntax`, `invalidValue`, `invalidPath`, `noTarget`, `tooMany`
 */
export function parsePatch(body: unknown): readonly PatchOperation[] {
  const operations = readAttributes(body).get('operations')
  if (!Array.isArray(operations) || operations.length === 0) {
    throw scimRefusal('invalidSyntax', 'Operations must be a list with at least one operation.')
  }
  if (operations.length > maxOperations) throw tooManyOperations()
  const parsed = operations.flatMap(parseOperation)
  if (parsed.length > maxOperations) throw tooManyOperations()
  return parsed
}

function tooManyOperations() {
  return scimRefusal('tooMany', `Send at most ${maxOperations.toLocaleString('en-US')} operations.`)
}

function parseOperation(operation: unknown): readonly PatchOperation[] {
  const attributes = readAttributes(operation)
  const op = readOp(attributes.get('op'))
  const [path, value] = [attributes.get('path'), attributes.get('value')]
  if (typeof path === 'string' && path.trim() !== '') return [{ op, path: parsePath(path), value, isPathless: false }]
  if (path !== undefined && path !== null && path !== '') throw invalidPath()
  if (op === 'remove') throw scimRefusal('noTarget', 'A remove operation needs a path.')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw scimRefusal('invalidValue', 'Without a path, the value must be an object.')
  }
  return Object.entries(value).map(([name, part]) => ({ op, path: parsePath(name), value: part, isPathless: true }))
}

function readOp(op: unknown): PatchOperation['op'] {
  const name = typeof op === 'string' ? op.toLowerCase() : undefined
  if (name === 'add' || name === 'remove' || name === 'replace') return name
  throw scimRefusal('invalidSyntax', 'An operation must be add, remove, or replace.')
}

/**
 * `attribute`, `attribute.sub`, `attribute[filter]` or `attribute[filter].sub`; a URN before it counts as its schema.
 */
const filterForm = /^([^[\]]*)\[(.*)\](?:\.([\w$-]+))?$/s

/** @throws Refusal `invalidPath` */
function parsePath(text: string): PatchPath {
  if (text.length > maxFilterLength) throw invalidPath()
  const [, filtered, condition, ofFiltered] = filterForm.exec(text.trim()) ?? []
  if (filtered !== undefined && condition !== undefined) {
    return { attribute: readName(filtered), filter: parseCondition(condition), sub: ofFiltered?.toLowerCase() }
  }
  const name = readName(text.trim())
  // The version in a URN has a dot.
  const [attribute = '', sub] = name.startsWith('urn:') ? [name] : name.split('.', 2)
  return { attribute, filter: undefined, sub }
}

function readName(text: string): string {
  if (!/^[a-z$][\w$.:-]*$/i.test(text)) throw invalidPath()
  return toAttributeName(text)
}

function parseCondition(text: string): Filter {
  try {
    return parseFilter(text)
  } catch {
    throw invalidPath()
  }
}

export function invalidPath() {
  return scimRefusal('invalidPath', 'The path of an operation is not supported.')
}
