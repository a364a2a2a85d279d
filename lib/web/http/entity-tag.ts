import { sha256 } from '#lib/kernel/crypto.ts'
import { listsTag } from '#lib/kernel/entity-tags.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** A strong entity tag of a representation (RFC 9110 §8.8.3). */
export function entityTag(text: string): string {
  return `"${sha256(text).slice(0, 32)}"`
}

/**
 * Evaluates `If-Match` and `If-None-Match` of a request that changes something (RFC 9110 §13.1.1, §13.1.2).
 * @param current the entity tag; undefined if there is no representation
 * @throws Refusal `precondition_failed`
 */
export function requirePreconditions({ headers }: Request, current: string | undefined): void {
  const ifMatch = headers.get('if-match')
  if (ifMatch !== null && (current === undefined || !listsTag(ifMatch, current))) {
    throw new Refusal('precondition_failed')
  }
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null && current !== undefined && listsTag(ifNoneMatch, current)) {
    throw new Refusal('precondition_failed')
  }
}
