import { z } from 'zod'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'

const maxExpected = 10_000_000

/** The query of `POST /api/v1/accounts/import`. */
export const importAccountsQuery = z.object({
  missing: z.enum(['suspend'], 'malformed').optional().meta({
    description: 'Suspend the active accounts that the body doesn’t contain, once it has ended. Requires `expect`.',
  }),
  expect: z
    .preprocess(
      (text) => (typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text),
      z.int('malformed').min(1, 'out_of_range').max(maxExpected, 'out_of_range'),
    )
    .optional()
    .meta({
      description: 'How many accounts the body has. Unless that is right within 1 percent, no account is suspended.',
      example: 120_000,
    }),
  results: z.enum(['all', 'problems'], 'malformed').default('all').meta({
    description: '`problems`: only lines that could not be imported get a result.',
  }),
})

const line = z.int().meta({ description: 'The number of the line, from 1.', example: 1 })

/** A line of the response. The last one is a summary, or an error. */
export const importResultLine = z
  .strictObject({
    line: line.optional(),
    id: accountIdSchema.nullable().optional().meta({ description: 'Null if it can’t be read.', example: 'at-100021' }),
    result: z.enum(['created', 'updated', 'unchanged', 'invalid']).optional().meta({ example: 'created' }),
    fields: z.record(z.string(), z.string()).optional().meta({ description: 'The problem of each wrong field.' }),
    summary: z
      .strictObject({
        created: z.int(),
        updated: z.int(),
        unchanged: z.int(),
        invalid: z.int(),
        suspended: z.int(),
      })
      .optional()
      .meta({ description: 'In the last line, if everything went well.' }),
    error: z.string().optional().meta({ description: 'In the last line, if the import ended early.' }),
    error_description: z.string().optional(),
    requestId: z.string().optional(),
  })
  .meta({ example: { line: 1, id: 'at-100021', result: 'created' } })
