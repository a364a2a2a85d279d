import { z } from 'zod'
import { maxHandOverHours } from '#lib/domain/keys/api-keys/hand-over.ts'
import { rotationSchema } from '#lib/domain/keys/key-rotation/schema.ts'

export const handOverSchema = rotationSchema.omit({ leaked: true }).extend({
  /** How long the link works. */
  hours: z.int('malformed').min(1, 'out_of_range').max(maxHandOverHours, 'out_of_range').default(maxHandOverHours),
})
