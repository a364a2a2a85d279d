import { z } from 'zod'

/** A password to compare, longer than the password policy allows: its form doesn't matter. */
const givenPasswordSchema = z.string({ error: 'required' }).min(1, 'required').max(1_000, 'too_long')

export const signInSchema = z.object({
  /** Email address or username. */
  name: z.string({ error: 'required' }).trim().min(1, 'required').max(254, 'too_long'),
  password: givenPasswordSchema,
})

export const confirmPasswordSchema = z.object({ password: givenPasswordSchema })

export const changePasswordSchema = z.object({ currentPassword: givenPasswordSchema, newPassword: givenPasswordSchema })

export type SignInFields = z.input<typeof signInSchema>
export type ChangePasswordInput = z.input<typeof changePasswordSchema>
