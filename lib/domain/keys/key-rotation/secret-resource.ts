import { z } from 'zod'
import { aboutPublicJwk } from '#lib/domain/keys/api-keys/key-resource.ts'
import { maxCountedFamilies, maxRehearsalMinutes } from '#lib/domain/keys/api-keys/key-secret.ts'
import { publicJwkSchema } from '#lib/domain/keys/api-keys/public-key.ts'
import type { KeySecret, KeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import type { Rehearsal } from '#lib/domain/keys/key-rotation/rehearse-retirement.ts'
import type { Rotated } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { rotationSchema } from '#lib/domain/keys/key-rotation/schema.ts'
import { secondMs, toInstant } from '#lib/kernel/clock.ts'

const instant = z.iso.datetime()
const secretId = z
  .string()
  .meta({ description: 'Names the secret. It is no secret itself.', example: 'ksec_1nQ7cX5rT0aYhW3nKx2J' })

/** A secret of a key, without the secret itself. */
const secretResource = z
  .strictObject({
    id: secretId,
    thumbprint: z.string().nullable().meta({
      description: 'The thumbprint of a public key (RFC 7638). Null for a secret.',
      example: null,
    }),
    state: z.enum(['pending', 'current', 'retiring', 'retired', 'lapsed']).meta({
      description:
        '`pending`: not used yet, its first use makes it `current` and starts the retirement of the one before, which is then `retiring`. `retired` and `lapsed` no longer work.',
      example: 'current',
    }),
    createdAt: instant.meta({ description: 'When it was generated (RFC 3339).', example: '2026-11-21T12:00:00.000Z' }),
    createdByName: z
      .string()
      .nullable()
      .meta({ description: 'The user who generated it. Null: via CLI.', example: 'Anna Berger' }),
    firstUsedAt: instant.nullable().meta({
      description: 'The first use, which made it `current`. Null for the first secret of the key.',
      example: null,
    }),
    lastUsedAt: instant.nullable().meta({ description: 'The last use, to the minute.', example: null }),
    worksUntil: instant
      .nullable()
      .meta({ description: 'When a pending one lapses, or a retiring one ends.', example: null }),
    retiredAt: instant.nullable().meta({ description: 'When it was retired.', example: null }),
    families: z.enum(['run_out', 'end']).nullable().meta({
      description:
        'What its retirement does to its refresh tokens: they run out by themselves, or end. Null until it begins.',
      example: null,
    }),
    refusedFrom: instant.nullable().meta({ description: 'The start of a rehearsal. Null without one.', example: null }),
    refusedUntil: instant.nullable().meta({
      description: 'The end of a rehearsal, which refuses the retiring secret until then. Null without one.',
      example: null,
    }),
    liveFamilies: z.int().meta({
      description: `The families of refresh tokens that work, at most ${maxCountedFamilies.toLocaleString('en')}.`,
      example: 1,
    }),
    callsInLastDay: z
      .int()
      .meta({ description: 'The calls with it, and with tokens that began with it.', example: 42 }),
  })
  .meta({ component: 'ApiKeySecret' })

/** A family of refresh tokens that works. */
const familyResource = z.strictObject({
  id: z.string().meta({ description: 'The ID of the family.', example: 'fam_8sPfT0aYhW3nKx2J4bVq' }),
  issuedAt: instant.meta({ description: 'When it was issued (RFC 3339).', example: '2026-11-21T12:00:00.000Z' }),
  issuedFrom: z.string().meta({ description: 'The IP address that it was issued to.', example: '203.0.113.7' }),
  lastUsedAt: instant.meta({
    description: 'When it was issued or last rotated (RFC 3339).',
    example: '2026-11-21T12:00:00.000Z',
  }),
})

/** The secrets of a key, the newest first. */
export const secretsResource = z
  .strictObject({
    items: z.array(secretResource),
    families: z.array(familyResource).meta({
      description: 'The families of refresh tokens of the retiring secret, the last used first.',
      example: [],
    }),
    safeToRetire: z.boolean().nullable().meta({
      description: 'Whether nothing uses the retiring secret any more. Null without one.',
      example: true,
    }),
  })
  .meta({ component: 'ApiKeySecrets' })

export function toSecretsResource({ secrets, families, isSafeToRetire }: KeySecrets): z.output<typeof secretsResource> {
  return {
    items: secrets.map(toSecretResource),
    families: families.map(({ id, issuedAt, issuedFrom, lastUsedAt }) => ({
      id,
      issuedAt: toInstant(issuedAt),
      issuedFrom,
      lastUsedAt: toInstant(lastUsedAt),
    })),
    safeToRetire: isSafeToRetire ?? null,
  }
}

function toSecretResource(secret: KeySecret): z.output<typeof secretResource> {
  const { id, thumbprint, state, createdByName, families, rehearsal, liveFamilies, callsInLastDay } = secret
  return {
    id,
    thumbprint,
    state,
    createdAt: toInstant(secret.createdAt),
    createdByName,
    firstUsedAt: toInstant(secret.firstUsedAt),
    lastUsedAt: toInstant(secret.lastUsedAt),
    worksUntil: toInstant(secret.worksUntil),
    retiredAt: toInstant(secret.retiredAt),
    families,
    refusedFrom: toInstant(rehearsal?.from ?? null),
    refusedUntil: toInstant(rehearsal?.until ?? null),
    liveFamilies,
    callsInLastDay,
  }
}

const { retireAfter, families, leaked } = rotationSchema.shape

/** The body of `POST /api/v1/keys/{keyId}/secrets`. */
export const rotationBody = z.strictObject({
  publicJwk: publicJwkSchema.optional().meta(aboutPublicJwk),
  retireAfter: retireAfter.meta({
    description: 'How long the former secret works once the new one is used.',
    example: '24h',
  }),
  families: families.meta({
    description: 'What then happens to the refresh tokens of the former secret: they run out by themselves, or end.',
  }),
  leaked: leaked.meta({
    description: 'Ends all former secrets and their refresh tokens now, for a secret that others may know.',
    example: false,
  }),
})

/** A new secret. */
export const rotatedSecretResource = z
  .strictObject({
    id: secretId,
    secret: z.string().optional().meta({
      description: 'The secret. It is not shown again. Absent with a public key.',
      example: 'lksec_…',
    }),
    worksUntil: instant.meta({
      description: 'When it lapses unless it is used before.',
      example: '2026-11-28T12:00:00.000Z',
    }),
    formerWorksForSeconds: z.int().meta({
      description: 'How long the former secret works once this one is used.',
      example: 86_400,
    }),
  })
  .meta({ component: 'RotatedSecret' })

export function toRotatedResource({
  secretId: id,
  secret,
  lapsesAt,
  retiresAfterMs,
}: Rotated & Readonly<{ secret?: string }>): z.output<typeof rotatedSecretResource> {
  return {
    id,
    ...(secret !== undefined && { secret }),
    worksUntil: toInstant(lapsesAt),
    formerWorksForSeconds: retiresAfterMs / secondMs,
  }
}

/** The query of `DELETE /api/v1/keys/{keyId}/secrets/{secretId}`. */
export const retirementQuery = z.object({
  families: z.enum(['run_out', 'end'], 'malformed').default('run_out').meta({
    description:
      'What happens to the refresh tokens of the secret: they run out by themselves, or end now, with the accounts that they opened.',
    example: 'run_out',
  }),
})

/** The body of `PUT /api/v1/keys/{keyId}/rehearsal`. */
export const rehearsalBody = z.strictObject({
  minutes: z.int('malformed').min(1, 'out_of_range').max(maxRehearsalMinutes, 'out_of_range').default(5).meta({
    description: 'How long the retiring secret is refused, from now.',
    example: 5,
  }),
})

export const rehearsalResource = z
  .strictObject({
    secretId,
    refusedUntil: instant.meta({ description: 'When the secret works again.', example: '2026-11-21T12:05:00.000Z' }),
  })
  .meta({ component: 'Rehearsal' })

export function toRehearsalResource({ secretId, until }: Rehearsal): z.output<typeof rehearsalResource> {
  return { secretId, refusedUntil: toInstant(until) }
}
