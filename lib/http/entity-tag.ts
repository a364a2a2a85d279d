import { sha256 } from '#lib/crypto.ts'
import { Refusal } from '#lib/errors.ts'

/** A strong entity tag of a representation (RFC 9110 §8.8.3). */
export function entityTag(text: string): string {
  return `"${sha256(text).slice(0, 32)}"`
}

/** Whether `If-None-Match` lists the tag: a weak comparison, because a cache may have weakened it (RFC 9110 §13.1.2). */
export function matchesWeakly(ifNoneMatch: string, tag: string): boolean {
  const tags = splitTags(ifNoneMatch).map((listed) => listed.replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag)
}

/**
 * Evaluates `If-Match` and `If-None-Match` of a request that changes something (RFC 9110 §13.1.1, §13.1.2).
 * @param current the entity tag; undefined if there is no representation
 * @throws Refusal `precondition_failed`
 */
export function requirePreconditions({ headers }: Request, current: string | undefined): void {
  const ifMatch = headers.get('if-match')
  if (ifMatch !== null && !matchesStrongly(ifMatch, current)) throw new Refusal('precondition_failed')
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null && current !== undefined && matchesWeakly(ifNoneMatch, current)) {
    throw new Refusal('precondition_failed')
  }
}

function matchesStrongly(ifMatch: string, current: string | undefined): boolean {
  if (current === undefined) return false
  const tags = splitTags(ifMatch)
  return tags.includes('*') || tags.includes(current)
}

/** Our tags have no comma. */
function splitTags(header: string): readonly string[] {
  return header.split(',').map((tag) => tag.trim())
}
