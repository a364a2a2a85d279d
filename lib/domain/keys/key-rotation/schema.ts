import { z } from 'zod'
import { type RetirementChoice, retirementChoices } from '#lib/domain/keys/api-keys/key-secret.ts'

const choices = Object.keys(retirementChoices) as [RetirementChoice, ...RetirementChoice[]]

export const rotationSchema = z.object({
  keyId: z.string('required').max(64, 'too_long'),
  /** For how long the former secret works once the new one is used. */
  retireAfter: z.enum(choices, 'unknown').default('24h'),
  families: z.enum(['run_out', 'end'], 'unknown').default('run_out'),
  /** Ends all former secrets now, with their families. */
  leaked: z.boolean().default(false),
})
