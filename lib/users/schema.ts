import { z } from 'zod'
import { accountIdSchema } from '#lib/accounts/schema.ts'
import { boundedList } from '#lib/bounded-list.ts'
import { fieldLengths } from '#lib/field-lengths.ts'
import { roles } from '#lib/roles.ts'
import { accountScopes, reservedUsernamePrefix } from '#lib/users/user.ts'

/** `error` of every rule is a stable problem code, which the interface puts into words. */
const usernameForm = /^[A-Za-z0-9._-]+$/
/** The longest list of accounts that one form, or one command, gives. */
const maxListedAccounts = 10_000

export const usernameSchema = z
  .string({ error: 'required' })
  .trim()
  .min(1, 'required')
  .min(fieldLengths.username.min, 'too_short')
  .max(fieldLengths.username.max, 'too_long')
  .regex(usernameForm, 'malformed')
  .refine((name) => !name.toLowerCase().startsWith(reservedUsernamePrefix), 'reserved')

export const emailSchema = z
  .string({ error: 'required' })
  .trim()
  .min(1, 'required')
  .max(fieldLengths.email.max, 'too_long')
  .pipe(z.email('malformed'))

/** A display name: any script, one line. */
export const personNameSchema = z
  .string({ error: 'required' })
  .trim()
  .min(1, 'required')
  .max(fieldLengths.name.max, 'too_long')
  .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), 'malformed')

const accountIds = boundedList(accountIdSchema, maxListedAccounts, 'too_long')

const access = {
  role: z.enum(roles, 'malformed'),
  accountScope: z.enum(accountScopes, 'malformed').default('list'),
  accountIds: accountIds.default([]),
}

const emptyToUndefined = (text: unknown) => (typeof text === 'string' && text.trim() === '' ? undefined : text)

/** Only a service user may go without an e-mail address. */
export const newUserSchema = z
  .object({
    email: z.preprocess(emptyToUndefined, emailSchema.optional()),
    username: usernameSchema,
    name: personNameSchema,
    ...access,
  })
  .refine((user) => user.role === 'service' || user.email !== undefined, { error: 'required', path: ['email'] })

/** Role and scope are given together: one without the other would mislead. A list that is left out stays as it is. */
export const userChangesSchema = z.object({
  name: personNameSchema,
  ...access,
  accountIds: accountIds.optional(),
})

/** What comes onto a user's list of accounts and what leaves it. */
export const listChangesSchema = z.object({
  added: accountIds,
  removed: accountIds,
})

/** What may be changed about a user, as a form or a command gives it. */
export type UserChangesInput = Readonly<{
  name: string
  role: string
  /** `all` or `list`; list unless said otherwise. */
  accountScope?: string | undefined
  /** Ids of the accounts of a list. */
  accountIds?: readonly string[] | undefined
}>

/** A new user, as a form or a command gives it. */
export type NewUserInput = UserChangesInput & Readonly<{ email?: string | undefined; username: string }>
