import { z } from 'zod'
import { emailSchema, personNameSchema, usernameSchema } from '#lib/domain/people/users/schema.ts'

/** The password policy depends on the user, so `requireGoodPassword` checks it later. */
const newPasswordSchema = z.string({ error: 'required' }).min(1, 'required').max(1_000, 'too_long')

export const setUpSchema = z.object({
  email: emailSchema,
  username: usernameSchema,
  name: personNameSchema,
  password: newPasswordSchema,
})

export const setPasswordSchema = z.object({ password: newPasswordSchema })

export type SetUpInput = z.input<typeof setUpSchema> & Readonly<{ token: string }>
export type SetPasswordInput = z.input<typeof setPasswordSchema> & Readonly<{ token: string }>
