import { z } from 'zod'
import type { HandOverLink } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import type { HandOver } from '#lib/domain/keys/hand-over/read-hand-over.ts'
import { handOverSchema } from '#lib/domain/keys/hand-over/schema.ts'
import { toInstant } from '#lib/kernel/clock.ts'

const instant = z.iso.datetime()
const expiresAt = instant.meta({
  description: 'When the link expires (RFC 3339).',
  example: '2026-11-24T12:00:00.000Z',
})

const { hours, retireAfter, families } = handOverSchema.shape

/** The body of `POST /api/v1/keys/{keyId}/hand-over`. */
export const handOverBody = z.strictObject({
  hours: hours.meta({ description: 'How long the link works.', example: 72 }),
  retireAfter: retireAfter.meta({
    description: 'How long the present secret works once the recipient uses theirs.',
    example: '24h',
  }),
  families: families.meta({
    description: 'What then happens to the refresh tokens of the present secret: they run out by themselves, or end.',
  }),
})

/** A new link. */
export const handOverLinkResource = z
  .strictObject({
    url: z.string().meta({
      description: 'The link. It is not shown again. Whoever opens it first can generate the secret.',
      example: 'https://login.example.com/hand-over?token=…',
    }),
    expiresAt,
  })
  .meta({ component: 'HandOverLink' })

export function toHandOverLink({ url, expiresAt: end }: HandOverLink): z.output<typeof handOverLinkResource> {
  return { url, expiresAt: toInstant(end) }
}

/** The newest hand-over of a key. */
export const handOverResource = z
  .strictObject({
    state: z.enum(['open', 'used', 'reported', 'withdrawn', 'expired']).meta({
      description:
        '`withdrawn`: by a manager, or replaced by another link or secret. `reported`: the recipient did not generate the secret, so the key was revoked.',
      example: 'open',
    }),
    createdAt: instant.meta({ description: 'When the link was created.', example: '2026-11-21T12:00:00.000Z' }),
    expiresAt,
    withdrawnAt: instant.nullable().meta({ description: 'When it was withdrawn.', example: null }),
    usedAt: instant.nullable().meta({ description: 'When the secret was generated.', example: null }),
    usedFrom: z.string().nullable().meta({ description: 'The IP address that generated the secret.', example: null }),
    reportedAt: instant.nullable().meta({ description: 'When the recipient reported it.', example: null }),
  })
  .meta({ component: 'HandOver' })

export function toHandOverResource(handOver: HandOver): z.output<typeof handOverResource> {
  const { state, createdAt, usedFrom } = handOver
  return {
    state,
    createdAt: toInstant(createdAt),
    expiresAt: toInstant(handOver.expiresAt),
    withdrawnAt: toInstant(handOver.withdrawnAt),
    usedAt: toInstant(handOver.usedAt),
    usedFrom,
    reportedAt: toInstant(handOver.reportedAt),
  }
}
