import { z } from 'zod'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import {
  type GrantReceipt,
  receiptStates,
  receiptSteps,
  sessionEndings,
} from '#lib/domain/links/sso-grants/grant-receipt.ts'
import { grantRefusals } from '#lib/foundation/buffers/grant-notes.ts'
import { toInstant } from '#lib/kernel/clock.ts'
import { idFilter, listQueryFields } from '#lib/kernel/list-query.ts'

const grantId = z.string().meta({
  description: 'The value of `Latchkey-Grant-Id`.',
  example: 'grt_5f2c8d0b9e3a417d86b1c4f7a2e05d93',
})

const listWords = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

export const receiptPath = z.object({ grantId })

const network = z.string().nullable().meta({
  description: 'The client’s IPv4 address, or the /64 of its IPv6 address.',
  example: '203.0.113.7',
})

/** The response of `GET /api/v1/grants/<grantId>`. */
export const receiptAnswer = z
  .strictObject({
    grantId,
    accountId: z.string().meta({ description: 'The account that the link opens.', example: 'at-100021' }),
    userId: z.string().meta({ description: 'The user whom it signs in.', example: 'usr_xPf7pk5QWxgEOsrAcfro' }),
    keyId: z.string().nullable().meta({
      description: 'The API key that requested it; null for a user of the portal.',
      example: 'lkid_4JkW0mQz81xYbT2nVcRs',
    }),
    state: z.enum(receiptStates).meta({
      description:
        '`waiting`: for the user’s answer, because another user has the account open in this browser. `blocked`: the session is open, but its user, account or key does not allow it now. `opened`: before an update to this version, so its session is not known.',
      example: 'open',
    }),
    steps: z
      .array(
        z.strictObject({
          step: z.enum(receiptSteps).meta({ description: 'What happened.', example: 'opened' }),
          at: z.string().meta({ description: 'When it happened (RFC 3339).', example: '2026-11-23T08:15:30.123Z' }),
          network,
          reason: z
            .string()
            .nullable()
            .meta({
              description: `Why a link was refused (${listWords(grantRefusals)}), or how a session ended (${listWords(sessionEndings)}).`,
              example: null,
            }),
        }),
      )
      .meta({ description: 'In the order of time.' }),
  })
  .meta({ component: 'SignInLinkReceipt' })

/** The query of `GET /api/v1/grants`. */
export const receiptsQuery = z.object({
  ...listQueryFields,
  accountId: accountIdSchema.optional().meta({
    description: 'Only links to this account.',
    example: 'at-100021',
  }),
  userId: idFilter.optional().meta({
    description: 'Only links that sign this user in.',
    example: 'usr_xPf7pk5QWxgEOsrAcfro',
  }),
  keyId: idFilter.optional().meta({
    description: 'Only links that this API key requested.',
    example: 'lkid_4JkW0mQz81xYbT2nVcRs',
  }),
})

export function toReceiptAnswer({ steps, ...receipt }: GrantReceipt): z.output<typeof receiptAnswer> {
  return { ...receipt, steps: steps.map((step) => ({ ...step, at: toInstant(step.at) })) }
}
