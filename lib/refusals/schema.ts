import { z } from 'zod'

/** `GET /api/v1/refusals/{requestId}`. */
export const refusalPathSchema = z.object({
  requestId: z.string().meta({ description: 'The `requestId` of the error.', example: 'req_GnzuvbkDUwubHIpLKACs' }),
})

export const refusalAnswer = z
  .strictObject({
    requestId: refusalPathSchema.shape.requestId,
    at: z.string().meta({ description: 'When it was refused (RFC 3339).', example: '2026-11-24T08:15:30.123Z' }),
    endpoint: z.string().meta({ description: 'The path of the endpoint.', example: '/auth/v1/token' }),
    status: z.int().meta({ description: 'The status of the response.', example: 401 }),
    error: z.string().meta({ description: 'The `error` of the response.', example: 'invalid_client' }),
    reason: z.string().meta({ description: 'Why. New reasons may be added.', example: 'secret_newline' }),
    remedy: z.string().meta({
      description: 'What to do, in English. The same text for each reason.',
      example: 'Trim the secret where your program reads it, for example from a file.',
    }),
  })
  .meta({ component: 'Refusal' })

export type RefusalAnswer = z.output<typeof refusalAnswer>
