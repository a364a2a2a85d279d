import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { type KeyLimitName, keyLimitNames } from '#lib/domain/keys/api-keys/field-limits.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { isWithin } from '#lib/kernel/networks.ts'

/** The wanted scopes and limits. An empty list is no limit; absent ones stay. */
export type WantedLimits = Readonly<{ [Name in KeyLimitName]?: readonly string[] | undefined }>

/** A limit as it is and as it becomes, and what that takes away. Null: no limit, and all but what stays. */
export type LimitChange = Readonly<{
  from: readonly string[] | null
  to: readonly string[]
  lost: readonly string[] | null
}>

/** The limits that change, all of them narrower. */
export type Narrowing = Readonly<Partial<Record<KeyLimitName, LimitChange>>>

/** What of these words of a limit is beyond the others. */
function findBeyond(name: KeyLimitName, present: readonly string[], wanted: readonly string[]): readonly string[] {
  const isCovered = name === 'networks' ? isWithin.bind(null, present) : (word: string) => present.includes(word)
  return wanted.filter((word) => !isCovered(word))
}

/**
 * What the wanted limits change of the key's.
 * @throws Refusal `input_invalid` with each field's problem: `not_narrower` with the entries that are beyond the
 *   present limit; `would_lift` for an empty list in place of a limit
 */
export function toNarrowing(key: Pick<ApiKey, KeyLimitName>, wanted: WantedLimits): Narrowing {
  const fields: Partial<Record<KeyLimitName, string>> = {}
  const entries: Partial<Record<KeyLimitName, readonly string[]>> = {}
  const narrowing: Partial<Record<KeyLimitName, LimitChange>> = {}
  for (const name of keyLimitNames) {
    const [from, to] = [key[name], wanted[name]]
    if (to === undefined || isSameLimit(from, to)) continue
    const beyond = from ? findBeyond(name, from, to) : []
    if (to.length === 0) fields[name] = 'would_lift'
    else if (beyond.length === 0) narrowing[name] = { from, to, lost: from && findBeyond(name, to, from) }
    else [fields[name], entries[name]] = ['not_narrower', beyond]
  }
  if (Object.keys(fields).length === 0) return narrowing
  throw new Refusal('input_invalid', { description: onlyNarrower, fields, entries })
}

const onlyNarrower =
  'The limits of a key only get narrower. For wider access, generate another key. To stop the key, disable it.'

/** Whether these are the same words in any order. */
function isSameLimit(from: readonly string[] | null, to: readonly string[]): boolean {
  const present = from ?? []
  return present.length === to.length && present.every((word) => to.includes(word))
}
