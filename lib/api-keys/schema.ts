import { z } from 'zod'
import { accountIdSchema } from '#lib/accounts/schema.ts'
import { maxKeyNameLength } from '#lib/api-keys/key-filter.ts'
import { networkSchema } from '#lib/api-keys/networks.ts'
import { keyScopes, toKeyScopes } from '#lib/api-keys/scopes.ts'
import { boundedList } from '#lib/bounded-list.ts'

/** The longest life that can be chosen. "Never" is null. */
export const maxKeyLifeDays = 3_650

/** The longest limits: every use of the key reads them. More accounts are for a user of its own, with a list. */
const maxKeyAccounts = 100
const maxKeyNetworks = 20
/** Scopes may be repeated; a request for this many is no mistake of a form. */
const maxScopeWords = 20

/** A day count as a form gives it: empty means that the key never expires. */
const expiresInDays = z
  .union([z.string(), z.number(), z.null()], 'malformed')
  .transform((days) => (days === '' || days === null ? null : Number(days)))
  .pipe(z.int('malformed').min(1, 'out_of_range').max(maxKeyLifeDays, 'out_of_range').nullable())

/** A new API key as a form or a command gives it. `error` of every rule is a problem code. */
export const newApiKeySchema = z.object({
  name: z
    .string({ error: 'required' })
    .trim()
    .min(1, 'required')
    .max(maxKeyNameLength, 'too_long')
    .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), 'malformed'),
  ownerId: z.string({ error: 'required' }).min(1, 'required').max(64, 'too_long'),
  expiresInDays: expiresInDays.default(null),
  scopes: boundedList(z.enum(keyScopes, 'unknown'), maxScopeWords, 'too_many')
    .refine((scopes) => scopes.length > 0, 'required')
    .default(['sso'])
    .transform(toKeyScopes),
  /** Otherwise a second active key of this name and owner is refused. Left out: as the actor's kind has it. */
  allowSameName: z.boolean().optional(),
  // Limits: an empty list is none.
  accountIds: boundedList(accountIdSchema, maxKeyAccounts, 'too_many').default([]).transform(eachOnce),
  networks: boundedList(networkSchema, maxKeyNetworks, 'too_many').default([]).transform(eachOnce),
})

function eachOnce(words: readonly string[]): string[] {
  return [...new Set(words)]
}

export type NewApiKeyInput = z.input<typeof newApiKeySchema>
