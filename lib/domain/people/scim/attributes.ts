import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'

export const userSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchemaId = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

export const maxTextLength = 254

/** The attributes of a JSON object by lowercase name, because names ignore case (RFC 7643 §2.1). */
export type Attributes = ReadonlyMap<string, unknown>

/** @throws Refusal `invalidSyntax` for a value that is not an object */
export function readAttributes(value: unknown): Attributes {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw scimRefusal('invalidSyntax', 'A JSON object is expected.')
  }
  return new Map(Object.entries(value).map(([name, attribute]) => [name.toLowerCase(), attribute]))
}

/** An attribute name or path without the URN of its core schema, in lower case. */
export function toAttributeName(text: string): string {
  const name = text.toLowerCase()
  const prefix = [userSchemaId, groupSchemaId].find((id) => name.startsWith(`${id.toLowerCase()}:`))
  return prefix === undefined ? name : name.slice(prefix.length + 1)
}

/**
 * One line of text without surrounding space; null for null, nothing and an empty text. @throws Refusal `invalidValue`
 */
export function readAttribute(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') throw scimRefusal('invalidValue', 'A text is expected.')
  const text = value.trim()
  if (text.length > maxTextLength) throw scimRefusal('invalidValue', `Use at most ${maxTextLength} characters.`)
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) throw scimRefusal('invalidValue', 'Use text on one line.')
  return text === '' ? null : text
}

/** A boolean, also as text: Microsoft Entra ID sends "True" and "False". @throws Refusal `invalidValue` */
export function readBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw scimRefusal('invalidValue', 'True or false is expected.')
}

/**
 * The entries of a multi-valued attribute; a single one is a list of one. @throws Refusal `tooMany` beyond the limit
 */
export function readEntries(value: unknown, max: number): readonly unknown[] {
  if (value === null || value === undefined) return []
  const entries = Array.isArray(value) ? value : [value]
  if (entries.length > max) throw scimRefusal('tooMany', `Send at most ${max.toLocaleString('en-US')} entries.`)
  return entries
}
