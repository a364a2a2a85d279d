import { z } from 'zod'
import { contentTypes } from '#lib/foundation/buffers/kept-refusal.ts'

/** `GET /api/v1/refusals/{requestId}`. */
export const refusalPathSchema = z.object({
  requestId: z.string().meta({ description: 'The `requestId` of the error.', example: 'req_GnzuvbkDUwubHIpLKACs' }),
})

/** What a refused request looked like. */
export const requestShape = z
  .object({
    method: z.enum(['GET', 'POST', 'other']).meta({ description: 'The method of the request.', example: 'POST' }),
    contentType: z.enum(contentTypes).meta({ description: 'The content type of the body.', example: 'form' }),
    bodyLength: z.int().nullable().meta({ description: 'The bytes of the body. Null: unknown.', example: 142 }),
    fields: z.array(z.string()).meta({
      description: 'The names of the known fields. New names may be added.',
      example: ['grantType', 'clientId', 'clientSecret'],
    }),
    unknownFields: z.int().meta({ description: 'The number of other fields.', example: 0 }),
  })
  .meta({ description: 'What the request looked like, without its values.' })
