import { z } from 'zod'

/** A password to compare, longer than the password policy allows: its form doesn't matter. */
const givenPasswordSchema = z.string({ error: 'required' }).min(1, 'required').max(1_000, 'too_long')

export const signInSchema = z.object({
  /** Email address or username. */
  name: z.string({ error: 'required' }).trim().min(1, 'required').max(254, 'too_long'),
  password: givenPasswordSchema,
})

export const forgottenPasswordSchema = signInSchema.pick({ name: true })
/** Keyboards for Chinese and Japanese write full-width digits; apps and people group a code by spaces and dashes. */
const givenCodeSchema = z
  .string({ error: 'required' })
  .max(100, 'too_long')
  .transform((code) => code.normalize('NFKC').replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, ''))
  .pipe(z.string().min(1, 'required'))

export const confirmPasswordSchema = z.object({ password: givenPasswordSchema })
export const confirmCodeSchema = confirmPasswordSchema.extend({ code: givenCodeSchema })
export const codeSchema = z.object({ code: givenCodeSchema })

export const changePasswordSchema = z.object({ currentPassword: givenPasswordSchema, newPassword: givenPasswordSchema })

export type SignInFields = z.input<typeof signInSchema>
export type ForgottenPasswordInput = z.input<typeof forgottenPasswordSchema>
export type ChangePasswordInput = z.input<typeof changePasswordSchema>
