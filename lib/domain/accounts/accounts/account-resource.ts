import { z } from 'zod'
import {
  type Account,
  type ManagedAccount,
  toFields,
  type WantedAccount,
} from '#lib/domain/accounts/accounts/account.ts'
import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import { accountLengths } from '#lib/domain/accounts/accounts/limits.ts'
import { localeSchema } from '#lib/domain/accounts/accounts/locale.ts'
import { accountIdSchema, normalizeDeepPath } from '#lib/domain/accounts/accounts/schema.ts'
import { toInstant } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { maxSearchLength } from '#lib/kernel/field-lengths.ts'
import { listQueryFields } from '#lib/kernel/list-query.ts'
import { nameText } from '#lib/kernel/name-text.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

const id = accountIdSchema.meta({ description: 'The ID of the account, chosen by the client.', example: 'at-100021' })
const name = { description: 'The name that users see.', example: 'Alpine Orders' }
const suspended = 'Whether no user can open the account.'
const instant = z.iso.datetime()

/** An account as the management API shows it. */
export const accountResource = z
  .strictObject({
    id,
    name: z.string().meta(name),
    ...accountFields.shown,
    suspended: z.boolean().meta({ description: suspended, example: false }),
    suspendedAt: instant.nullable().meta({ description: 'Since when it is suspended (RFC 3339).', example: null }),
    createdAt: instant.meta({ description: 'When it was created (RFC 3339).', example: '2026-11-21T12:00:00.000Z' }),
  })
  .meta({ component: 'Account' })

export type AccountResource = z.output<typeof accountResource>

export function toAccountResource(account: Account): AccountResource {
  const { id, suspendedAt, createdAt } = account
  return {
    id,
    ...toFields(account),
    suspended: suspendedAt !== null,
    suspendedAt: toInstant(suspendedAt),
    createdAt: toInstant(createdAt),
  }
}

/** An account in a list. */
export const listedAccountResource = accountResource
  .extend({
    lastOpenedAt: instant.nullable().meta({
      description: 'When a user last opened it, exact to the hour. Null for never.',
      example: null,
    }),
  })
  .meta({ component: 'ListedAccount' })

export function toListedAccount(account: ManagedAccount): z.output<typeof listedAccountResource> {
  return { ...toAccountResource(account), lastOpenedAt: toInstant(account.lastOpenedAt) }
}

const ignored = z.unknown().optional().meta({ description: 'Ignored, so that what was read can be sent back.' })

/** What clients send. Every `error` is a problem code. */
const fields = {
  name: nameText(accountLengths.name.max).meta(name),
  ...accountFields.perField(({ codec, description, example }) =>
    codec.nullable().default(null).meta({ description, example }),
  ),
  suspended: z
    .boolean('malformed')
    .optional()
    .meta({
      description: `${suspended} Omitted: a new account is active, and an existing one keeps its state.`,
      example: false,
    }),
  suspendedAt: ignored,
  createdAt: ignored,
}

/** The body of `POST /api/v1/accounts`. */
export const newAccountBody = z.strictObject({ id, ...fields }).transform(normalizeDeepPath)

/** The body of `PUT /api/v1/accounts/{accountId}`. */
export const accountBody = z.strictObject({ id: id.optional(), ...fields })

/** The body of `PATCH /api/v1/accounts/{accountId}` (RFC 7396). */
export const accountPatchBody = accountBody.partial()

type Sent = Readonly<Record<string, unknown>>

/** Validates an account that a client sent. @throws Refusal `input_invalid` */
function parseWantedAccount(sent: Sent): WantedAccount {
  return toWanted(parseInput(newAccountBody, sent))
}

/** As {@link parseWantedAccount}, under the ID of the path. @throws Refusal `input_invalid` with `id: differs` */
export function parseAccountAt(accountId: string, sent: Sent): WantedAccount {
  if (sent.id !== undefined && sent.id !== accountId) throw new Refusal('input_invalid', { fields: { id: 'differs' } })
  return parseWantedAccount({ ...sent, id: accountId })
}

const validName = 'Account'

/**
 * Merges a patch into an account (RFC 7396). A name that isn't sent stays, also one of a former version that is refused
 * today. @throws Refusal as {@link parseAccountAt}
 */
export function patchAccountFields(account: Account, patch: Sent): WantedAccount {
  const wanted = parseAccountAt(account.id, { ...toFields(account), name: validName, ...patch })
  return Object.hasOwn(patch, 'name') ? wanted : { ...wanted, name: account.name }
}

export function toWanted({ id, suspended, ...fields }: WantedAccount): WantedAccount {
  return { id, ...toFields(fields), suspended }
}

/** The query of `GET /api/v1/accounts`. */
export const accountsQuery = z.object({
  ...listQueryFields,
  search: z.string().max(maxSearchLength, 'too_long').optional().meta({
    description: 'Only accounts whose name or ID contains every word, the closest first. A search has no next page.',
    example: 'alpine',
  }),
  suspended: z
    .enum(['true', 'false'], 'malformed')
    .optional()
    .meta({ description: 'Only suspended, or only active accounts.' }),
  locale: localeSchema.optional().meta({ description: 'Only accounts with this locale.', example: 'de-at' }),
})
