import { z } from 'zod'
import type { ReturnAddress } from '#lib/domain/links/return-addresses/return-address.ts'
import { toInstant } from '#lib/kernel/clock.ts'
import { listQueryFields } from '#lib/kernel/list-query.ts'

const origin = { description: 'Scheme, host and port, without a path.', example: 'https://crm.example' }

/** A return address as the management API shows it. */
export const returnAddressResource = z
  .strictObject({
    origin: z.string().meta(origin),
    createdAt: z.iso.datetime().meta({
      description: 'When it was added (RFC 3339).',
      example: '2026-11-21T12:00:00.000Z',
    }),
  })
  .meta({ component: 'ReturnAddress' })

/** A return address in a list. */
export const listedReturnAddressResource = returnAddressResource
  .extend({
    createdByName: z
      .string()
      .nullable()
      .meta({ description: 'The user who added it. Null: via CLI.', example: 'Anna Berger' }),
  })
  .meta({ component: 'ListedReturnAddress' })

/** The body of `POST /api/v1/return-addresses`. */
export const newReturnAddressBody = z.strictObject({
  origin: z
    .string({ error: ({ input }) => ((input ?? null) === null ? 'required' : 'malformed') })
    .max(300, 'too_long')
    .meta(origin),
})

/** The query of `GET /api/v1/return-addresses`. */
export const returnAddressesQuery = z.object(listQueryFields)

export function toReturnAddressResource({ origin, createdAt }: ReturnAddress): z.output<typeof returnAddressResource> {
  return { origin, createdAt: toInstant(createdAt) }
}

export function toListedReturnAddress(address: ReturnAddress): z.output<typeof listedReturnAddressResource> {
  return { ...toReturnAddressResource(address), createdByName: address.createdByName ?? null }
}
