import { z } from 'zod'
import type { AccountSession } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { toInstant } from '#lib/kernel/clock.ts'
import { idFilter, listQueryFields } from '#lib/kernel/list-query.ts'

const accountId = { description: 'The account that is open.', example: 'at-100021' }
const userId = { description: 'The user who is signed in to it.', example: 'usr_2f6Jm9dQ81xYbT2nVcRs' }
const instant = z.iso.datetime()

/** A session as the management API shows it. */
export const sessionResource = z
  .strictObject({
    id: z.string().meta({ description: 'The ID. It opens nothing.', example: 'ases_1KrXv3bQ81xYbT2nVcRs' }),
    accountId: z.string().meta(accountId),
    userId: z.string().meta(userId),
    keyId: z.string().nullable().meta({
      description: 'The API key whose link opened it. Null: the user opened it from the portal.',
      example: 'lkid_4bVq8sPfT0aYhW3nKx2J',
    }),
    createdAt: instant.meta({ description: 'When it was opened (RFC 3339).', example: '2026-11-21T12:00:00.000Z' }),
    lastSeenAt: instant.meta({ description: 'The last use, to the minute.', example: '2026-11-21T12:04:00.000Z' }),
    endsAt: instant.meta({ description: 'When it ends if it is not used.', example: '2026-11-21T12:34:00.000Z' }),
  })
  .meta({ component: 'AccountSession' })

/** The query of `GET /api/v1/sessions`. */
export const sessionsQuery = z.object({
  ...listQueryFields,
  accountId: accountIdSchema.optional().meta({
    description: 'Only sessions of this account. This or `userId` is required.',
    example: 'at-100021',
  }),
  userId: idFilter.optional().meta({ description: 'Only sessions of this user.', example: 'usr_2f6Jm9dQ81xYbT2nVcRs' }),
})

export function toSessionResource(session: AccountSession): z.output<typeof sessionResource> {
  const { id, accountId, userId, keyId, createdAt, lastSeenAt, endsAt } = session
  return {
    id,
    accountId,
    userId,
    keyId,
    createdAt: toInstant(createdAt),
    lastSeenAt: toInstant(lastSeenAt),
    endsAt: toInstant(endsAt),
  }
}
