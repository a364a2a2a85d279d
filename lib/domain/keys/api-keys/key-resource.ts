import { z } from 'zod'
import { type ApiKey, hasFields, type KeyFields } from '#lib/domain/keys/api-keys/api-key.ts'
import { type CallLimit, limitModes, maxCallsPerDay, maxCallsPerMinute } from '#lib/domain/keys/api-keys/call-limit.ts'
import { keyLimitNames } from '#lib/domain/keys/api-keys/field-limits.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import { keyStateFilters } from '#lib/domain/keys/api-keys/key-filter.ts'
import type { WantedLimits } from '#lib/domain/keys/api-keys/narrow-limits.ts'
import { publicJwkSchema } from '#lib/domain/keys/api-keys/public-key.ts'
import { keyLifeDays, narrowingFields, newApiKeySchema } from '#lib/domain/keys/api-keys/schema.ts'
import { keyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import { roles } from '#lib/foundation/authorization/roles.ts'
import { toInstant } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { maxSearchLength } from '#lib/kernel/field-lengths.ts'
import { listQueryFields } from '#lib/kernel/list-query.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

const keyStates = ['active', 'disabled', 'revoked', 'expired'] as const

const about = {
  name: { description: 'The name: which program uses the key, and for what.', example: 'CRM' },
  ownerId: { description: 'The user whom the key acts as.', example: 'usr_2f6Jm9dQ81xYbT2nVcRs' },
  scopes: { description: 'What the key may do.', example: ['sso'] },
  accountIds: { description: 'The accounts that the key may open. Empty: all that its owner may open.', example: [] },
  networks: {
    description: 'The networks that the key may be used from (CIDR). Empty: all.',
    example: ['203.0.113.0/24'],
  },
  returnAddresses: {
    description: 'The return addresses that its links may have. Empty: all registered ones.',
    example: [],
  },
  rotatable: { description: 'Whether a program may rotate the secret with the key itself.', example: false },
  dpop: { description: 'Whether its tokens must be bound to a key of the client (DPoP, RFC 9449).', example: false },
} as const

/** In the bodies of requests. */
export const aboutPublicJwk = {
  description:
    'The public key of the client (RFC 7517): EC with P-256 or P-384, Ed25519, or RSA of at least 2,048 bits. It signs assertions in place of a secret (RFC 7523).',
  example: {
    kty: 'EC',
    crv: 'P-256',
    x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
    y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
  },
}

const calls = (max: number) =>
  z.int('malformed').min(1, 'out_of_range').max(max, 'out_of_range').nullable().default(null)

const callLimit = z
  .strictObject({
    mode: z.enum(limitModes, 'unknown').meta({ description: '`observe` counts what `enforce` refuses.' }),
    perMinute: calls(maxCallsPerMinute).meta({ example: 60 }),
    perDay: calls(maxCallsPerDay).meta({ example: null }),
  })
  .refine(({ perMinute, perDay }) => perMinute !== null || perDay !== null, { error: 'required', path: ['perMinute'] })
  .nullable()
  .meta({ description: 'How many calls of the key are accepted. Null: any number.' })

const instant = z.iso.datetime()

const shown = {
  id: z
    .string()
    .meta({ description: 'The key ID: the `clientId` of its program.', example: 'lkid_4bVq8sPfT0aYhW3nKx2J' }),
  name: z.string().meta(about.name),
  ...keyFields.shown,
  ownerId: z.string().meta(about.ownerId),
  state: z.enum(keyStates).meta({ description: '`revoked` and `expired` are final.', example: 'active' }),
  scopes: z.array(z.enum(keyScopes)).meta(about.scopes),
  accountIds: z.array(z.string()).meta(about.accountIds),
  networks: z.array(z.string()).meta(about.networks),
  returnAddresses: z.array(z.string()).meta(about.returnAddresses),
  rotatable: z.boolean().meta(about.rotatable),
  dpop: z.boolean().meta(about.dpop),
  callLimit,
  createdAt: instant.meta({ description: 'When it was generated (RFC 3339).', example: '2026-11-21T12:00:00.000Z' }),
  expiresAt: instant.nullable().meta({ description: 'When it expires. Null: never.', example: null }),
}

const secret = z.string().meta({
  description:
    'The secret: the `clientSecret` of its program. It is not shown again. Absent with a public key or a link.',
  example: 'lksec_…',
})

/** A key of the management API. It changes when somebody changes it, not with its use. */
export const keyResource = z.strictObject(shown).meta({ component: 'ApiKey' })
export const generatedFields = {
  ...shown,
  sameNameKeyId: z.string().optional().meta({
    description: 'Another active key of this name and owner, if there is one: `allowSameName` allowed it.',
    example: 'lkid_9dQ81xYbT2nVcRs2f6Jm',
  }),
  secret: secret.optional(),
}
/** A new key. @param handOver a link in place of the secret */
export function generatedKeyResource<Link extends z.ZodType>(handOver: Link) {
  return z.strictObject({ ...generatedFields, handOver: handOver.optional() }).meta({ component: 'GeneratedApiKey' })
}
/** A key in a list. */
export const listedKeyResource = z
  .strictObject({
    ...shown,
    ownerName: z.string().meta({ description: 'The name of the owner.', example: 'Anna Berger' }),
    ownerRole: z.enum(roles).meta({ description: 'The role of the owner.', example: 'service' }),
    ownerActive: z
      .boolean()
      .meta({ description: 'Whether the owner is active. Keys of others are refused.', example: true }),
    createdByName: z
      .string()
      .nullable()
      .meta({ description: 'The user who generated it. Null: via CLI.', example: 'Anna Berger' }),
    lastUsedAt: instant.nullable().meta({ description: 'The last use, to the minute.', example: null }),
    lastUsedFrom: z.string().nullable().meta({ description: 'The IP address of the last use.', example: null }),
    usesInLastDay: z.int().meta({
      description: 'Calls in this hour and the 23 before: tokens issued and refreshed, and sign-in links.',
      example: 0,
    }),
  })
  .meta({ component: 'ListedApiKey' })

export function toKeyResource(key: ApiKey): z.output<typeof keyResource> {
  const {
    id,
    name,
    owner,
    state,
    scopes,
    isRotatable: rotatable,
    requiresDpop: dpop,
    callLimit,
    createdAt,
    expiresAt,
  } = key
  return {
    id,
    name,
    ...keyFields.toShown(key),
    ownerId: owner.id,
    state,
    scopes: [...scopes],
    accountIds: [...(key.accountIds ?? [])],
    networks: [...(key.networks ?? [])],
    returnAddresses: [...(key.returnAddresses ?? [])],
    rotatable,
    dpop,
    callLimit,
    createdAt: toInstant(createdAt),
    expiresAt: toInstant(expiresAt),
  }
}

export function toListedKey(key: ApiKey, usesInLastDay: number): z.output<typeof listedKeyResource> {
  const { owner, ownerActive, createdByName = null, lastUsedAt, lastUsedFrom } = key
  return {
    ...toKeyResource(key),
    ownerName: owner.name,
    ownerRole: owner.role,
    ownerActive,
    createdByName,
    lastUsedAt: toInstant(lastUsedAt),
    lastUsedFrom,
    usesInLastDay,
  }
}

const fields = newApiKeySchema.shape

/** The body of `POST /api/v1/keys`. */
export const newKeyBody = z
  .strictObject({
    name: fields.name.meta(about.name),
    ownerId: fields.ownerId.meta(about.ownerId),
    scopes: fields.scopes.meta(about.scopes),
    expiresInDays: keyLifeDays
      .nullable()
      .default(null)
      .meta({ description: 'Null: the key never expires.', example: 365 }),
    accountIds: fields.accountIds.meta(about.accountIds),
    networks: fields.networks.meta(about.networks),
    returnAddresses: fields.returnAddresses.meta(about.returnAddresses),
    rotatable: z.boolean('malformed').default(false).meta(about.rotatable),
    dpop: z.boolean('malformed').default(false).meta(about.dpop),
    publicJwk: publicJwkSchema.optional().meta(aboutPublicJwk),
    handOver: z.boolean('malformed').default(false).meta({
      description:
        'Creates a link in place of a secret: its recipient generates the secret. Not together with `publicJwk`.',
      example: false,
    }),
    allowSameName: z.boolean('malformed').default(false).meta({
      description: 'Allows a second active key of this name and owner.',
      example: false,
    }),
  })
  .refine(({ handOver, publicJwk }) => !handOver || publicJwk === undefined, { error: 'malformed', path: ['handOver'] })

const fixedFields = ['id', 'ownerId', 'rotatable', 'dpop', 'createdAt', 'expiresAt'] as const
const fixed = z.unknown().optional().meta({ description: 'Fixed. May be sent as it is.' })

function narrower(description: string, example: readonly string[]) {
  return { description: `${description} Within those that it has now.`, example: [...example] }
}

/** The body of `PATCH /api/v1/keys/{keyId}` (RFC 7396). */
export const keyPatchBody = z.strictObject({
  name: fields.name.optional().meta(about.name),
  ...keyFields.accepted,
  state: z.enum(keyStates, 'malformed').optional().meta({
    description: 'Disable the key, enable it again, or revoke it for good.',
    example: 'disabled',
  }),
  scopes: narrowingFields.scopes.meta(narrower('The scopes that the key keeps.', ['sso'])),
  accountIds: narrowingFields.accountIds.meta(narrower('The accounts that the key may still open.', ['at-100021'])),
  networks: narrowingFields.networks.meta(narrower('The networks in which the key still works.', ['203.0.113.0/24'])),
  returnAddresses: narrowingFields.returnAddresses.meta(
    narrower('The return addresses that its links may still have.', ['https://shop.example.com']),
  ),
  callLimit: callLimit.optional(),
  expiresInDays: keyLifeDays.optional().meta({
    description: 'Moves the end of a key that expires: later than now, counted from now.',
    example: 365,
  }),
  ...recordOf(fixedFields, () => fixed),
})

/** The wanted key. Omitted fields stay. */
export type WantedKey = Readonly<{
  described?: KeyFields
  limits?: WantedLimits
  callLimit?: CallLimit | null
  expiresInDays?: number
  state?: 'active' | 'disabled' | 'revoked'
}>

/** What a patch changes of a key. @throws Refusal `input_invalid`: `fixed` for another value of a fixed field */
export function patchKeyFields(current: ApiKey, patch: Readonly<Record<string, unknown>>): WantedKey {
  const { callLimit, expiresInDays, state, ...given } = parseInput(keyPatchBody, patch)
  const now: Readonly<Record<string, unknown>> = toKeyResource(current)
  requireFixed({ ...recordOf(fixedFields, (field) => given[field]), ...(state === 'expired' && { state }) }, now)
  const described = { name: given.name ?? current.name, ...keyFields.merge(current, given) }
  const isLimited = callLimit !== undefined && !isSame(callLimit, now.callLimit)
  return {
    ...(!hasFields(current, described) && { described }),
    ...(keyLimitNames.some((name) => given[name] !== undefined) && { limits: given }),
    ...(isLimited && { callLimit }),
    ...(expiresInDays !== undefined && { expiresInDays }),
    ...(state !== undefined && state !== 'expired' && state !== current.state && { state }),
  }
}

function requireFixed(sent: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>): void {
  const changed = Object.keys(sent).filter((field) => sent[field] !== undefined && !isSame(sent[field], now[field]))
  if (changed.length === 0) return
  throw new Refusal('input_invalid', { fields: Object.fromEntries(changed.map((field) => [field, 'fixed'])) })
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The query of `GET /api/v1/keys`. */
export const keysQuery = z.object({
  ...listQueryFields,
  search: z.string().max(maxSearchLength, 'too_long').default('').meta({
    description: 'Only keys whose name, ID or owner contains every word.',
    example: 'crm',
  }),
  state: z.enum(keyStateFilters, 'malformed').default('all').meta({
    description: '`current`: active or disabled. `ended`: revoked or expired.',
  }),
  unused: z.enum(['true'], 'malformed').optional().meta({
    description: 'Only active keys that are at least 90 days old and were not used for 90 days.',
  }),
  ownerId: z.string().max(64, 'too_long').default('').meta({ description: 'Only keys of this user.' }),
})
