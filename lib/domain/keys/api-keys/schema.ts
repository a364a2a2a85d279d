import { z } from 'zod'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import {
  keyNameLengths,
  maxKeyAccounts,
  maxKeyNetworks,
  maxKeyReturnAddresses,
} from '#lib/domain/keys/api-keys/field-limits.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import { keyScopes, toKeyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import { parseReturnAddress } from '#lib/domain/links/return-addresses/return-address.ts'
import { boundedList } from '#lib/kernel/bounded-list.ts'
import { nameText } from '#lib/kernel/name-text.ts'
import { networkSchema } from '#lib/kernel/networks.ts'

export const maxKeyLifeDays = 3_650

/** Duplicates are allowed; more words than this are not a form's mistake. */
const maxScopeWords = 20

/** How many days a key may live from now on. */
export const keyLifeDays = z.int('malformed').min(1, 'out_of_range').max(maxKeyLifeDays, 'out_of_range')

/** A form's number of days; empty: the key never expires. */
const expiresInDays = z
  .union([z.string(), z.number(), z.null()], 'malformed')
  .transform((days) => (days === '' || days === null ? null : Number(days)))
  .pipe(keyLifeDays.nullable())

/** An origin, as it is registered. */
const returnAddressSchema = z.string('malformed').transform((text, context) => {
  const parsed = parseReturnAddress(text)
  if ('origin' in parsed) return parsed.origin
  context.issues.push({ code: 'custom', message: 'malformed', input: text })
  return z.NEVER
})

/** Scopes and limits. An empty list of a limit is no limit. */
const limitFields = {
  scopes: boundedList(z.enum(keyScopes, 'unknown'), maxScopeWords, 'too_many')
    .refine((scopes) => scopes.length > 0, 'required')
    .transform(toKeyScopes),
  accountIds: boundedList(accountIdSchema, maxKeyAccounts, 'too_many').transform(unique),
  networks: boundedList(networkSchema, maxKeyNetworks, 'too_many').transform(unique),
  returnAddresses: boundedList(returnAddressSchema, maxKeyReturnAddresses, 'too_many').transform(unique),
}

/** What narrows a key: scopes and limits that are not given stay. */
export const narrowingFields = {
  scopes: limitFields.scopes.optional(),
  accountIds: limitFields.accountIds.optional(),
  networks: limitFields.networks.optional(),
  returnAddresses: limitFields.returnAddresses.optional(),
}

/** The input of a form or a CLI command. Every `error` is a problem code. */
export const newApiKeySchema = z.object({
  name: nameText(keyNameLengths.max),
  ownerId: z.string({ error: 'required' }).min(1, 'required').max(64, 'too_long'),
  expiresInDays: expiresInDays.default(null),
  scopes: limitFields.scopes.default(['sso']),
  /** Whether a program may rotate the key's secret with the key itself. */
  rotatable: z.boolean().default(false),
  /** Whether its tokens must be bound to a key of the client (RFC 9449). */
  dpop: z.boolean().default(false),
  /** Allows a second active key of this name and owner; the default depends on the actor. */
  allowSameName: z.boolean().optional(),
  accountIds: limitFields.accountIds.default([]),
  networks: limitFields.networks.default([]),
  returnAddresses: limitFields.returnAddresses.default([]),
})

/** A form's name and texts. An empty text removes it, and so does one that isn't given. */
export const apiKeyEditSchema = z.object({
  keyId: z.string().max(64),
  name: nameText(keyNameLengths.max),
  ...keyFields.perField(({ codec }) => codec.default('')),
})

export type ApiKeyEdit = z.input<typeof apiKeyEditSchema>

function unique(words: readonly string[]): string[] {
  return [...new Set(words)]
}

export type NewApiKeyInput = z.input<typeof newApiKeySchema>
