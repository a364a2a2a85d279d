import { z } from 'zod'
import type { ExcessByMode } from '#lib/domain/keys/api-keys/set-call-limit.ts'
import { usagePeriods } from '#lib/domain/keys/usage/key-usage.ts'
import type { KeyUsage } from '#lib/domain/keys/usage/read-key-usage.ts'
import { toInstant } from '#lib/kernel/clock.ts'

/** The query of `GET /api/v1/keys/{keyId}/usage`. */
export const keyUsageQuery = z.object({
  period: z.enum(usagePeriods, 'malformed').default('month').meta({
    description: '24 hours, 30 days, or 52 weeks, each in as many parts.',
    example: 'month',
  }),
})

const counts = {
  calls: z.int().meta({ description: 'Accepted calls.', example: 42 }),
  accountsOpened: z.int().meta({ description: 'Accounts that were opened with its links.', example: 40 }),
  refusals: z.int().meta({ description: 'Refused calls.', example: 0 }),
}

/** What a key did in a period. */
export const keyUsageResource = z
  .strictObject({
    items: z
      .array(z.strictObject({ since: z.iso.datetime().meta({ example: '2026-11-21T00:00:00.000Z' }), ...counts }))
      .meta({ description: 'The hours, days or weeks, the earliest first.' }),
    secrets: z
      .array(z.strictObject({ secretId: z.string().meta({ example: 'ksec_1nQ7cX5rT0aYhW3nKx2J' }), ...counts }))
      .meta({ description: 'The same by secret. An empty ID: what no known secret did.' }),
    beyondLimit: z
      .strictObject({
        observed: z.int().meta({ description: 'Accepted, because the limit was only observed.', example: 0 }),
        refused: z.int().meta({ description: 'Refused.', example: 0 }),
      })
      .meta({ description: 'Calls beyond the `callLimit` of the key in the last 24 hours, exact to the hour.' }),
  })
  .meta({ component: 'ApiKeyUsage' })

export function toKeyUsageResource(
  { buckets, bySecret }: KeyUsage,
  { observe: observed, enforce: refused }: ExcessByMode,
): z.output<typeof keyUsageResource> {
  return {
    items: buckets.map(({ since, current, earlier, opened, refused }) => ({
      since: toInstant(since),
      calls: current + earlier,
      accountsOpened: opened,
      refusals: refused,
    })),
    secrets: bySecret.map(({ secretId, calls, opened, refused }) => ({
      secretId,
      calls,
      accountsOpened: opened,
      refusals: refused,
    })),
    beyondLimit: { observed, refused },
  }
}
