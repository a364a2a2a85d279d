import { toAttributeName } from '#lib/domain/people/scim/attributes.ts'
import { type Filter, parseFilter } from '#lib/domain/people/scim/filter.ts'
import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'

/** Resources in one response. */
export const maxListed = 200
const defaultListed = 100
/** Far behind the last one there can be. */
const maxStart = 1_000_000_000
const maxNamesLength = 2_000

/** Which attributes a response has (RFC 7644 §3.9), in lower case. */
export type Projection = Readonly<{ only: readonly string[] | undefined; without: readonly string[] }>

/** `startIndex` begins with 1. */
export type ListQuery = Readonly<{ filter: Filter | undefined; startIndex: number; count: number }>

/**
 * Paging and filter of a list (RFC 7644 §3.4.2). A `startIndex` below 1 is 1, and a negative `count` is 0; more than
 * {@link maxListed} resources come in pages.
 * @throws Refusal `invalidFilter`, `invalidValue`
 */
export function readListQuery(query: URLSearchParams): ListQuery {
  const filter = query.get('filter')
  return {
    filter: filter === null || filter.trim() === '' ? undefined : parseFilter(filter),
    startIndex: Math.min(Math.max(readInteger(query.get('startIndex')) ?? 1, 1), maxStart),
    count: Math.min(Math.max(readInteger(query.get('count')) ?? defaultListed, 0), maxListed),
  }
}

function readInteger(text: string | null): number | undefined {
  if (text === null || text === '') return undefined
  if (!/^-?\d{1,12}$/.test(text)) throw scimRefusal('invalidValue', 'startIndex and count must be whole numbers.')
  return Number(text)
}

/** @throws Refusal `invalidValue` for both parameters at once, or too long a list */
export function readProjection(query: URLSearchParams): Projection {
  const [only, without] = [readNames(query.get('attributes')), readNames(query.get('excludedAttributes'))]
  if (only && without) throw scimRefusal('invalidValue', 'Send attributes or excludedAttributes, not both.')
  return { only, without: without ?? [] }
}

function readNames(list: string | null): readonly string[] | undefined {
  if (list === null || list.trim() === '') return undefined
  if (list.length > maxNamesLength) throw scimRefusal('invalidValue', `Use at most ${maxNamesLength} characters.`)
  return list.split(',').map((name) => toAttributeName(name.trim()))
}

/** Whether the response has this attribute, or a part of it. @param name in lower case */
export function includesAttribute({ only, without }: Projection, name: string): boolean {
  if (!only) return !without.includes(name)
  return only.some((wanted) => wanted === name || wanted.startsWith(`${name}.`))
}

type Resource = Readonly<Record<string, unknown>> & Readonly<{ schemas: readonly string[]; id: string }>

/** The resource with the attributes that the client wants; `schemas` and `id` are always returned (RFC 7643 §2.4). */
export function project(resource: Resource, projection: Projection): object {
  const { only, without } = projection
  if (!only && without.length === 0) return resource
  const kept = Object.entries(resource).flatMap(([name, value]) => {
    if (name === 'schemas' || name === 'id') return [[name, value]]
    const key = name.toLowerCase()
    if (!includesAttribute(projection, key)) return []
    return [[name, projectParts(value, key, projection)]]
  })
  return Object.fromEntries(kept)
}

function projectParts(value: unknown, key: string, { only, without }: Projection): unknown {
  if (Array.isArray(value)) return value.map((entry) => projectParts(entry, key, { only, without }))
  if (typeof value !== 'object' || value === null || only?.includes(key)) return value
  const isKept = (part: string) => (only ? only.includes(part) : !without.includes(part))
  return Object.fromEntries(Object.entries(value).filter(([part]) => isKept(`${key}.${part.toLowerCase()}`)))
}
