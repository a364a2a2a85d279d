import { z } from 'zod'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { userFields } from '#lib/domain/people/users/fields.ts'
import type { UserText } from '#lib/domain/people/users/limits.ts'
import { accountScopes, reservedUsernamePrefix } from '#lib/domain/people/users/user.ts'
import { isPortalRole, roles } from '#lib/foundation/authorization/roles.ts'
import { boundedList } from '#lib/kernel/bounded-list.ts'
import { emailPattern, toAsciiDomain } from '#lib/kernel/email-address.ts'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'
import { nameText } from '#lib/kernel/name-text.ts'

/** The `error` of every rule is a stable problem code, which the interface translates. */
const usernameForm = /^[A-Za-z0-9._-]+$/
/** The longest list of accounts in one form or command. */
const maxListedAccounts = 10_000
/** As many as there may be. */
const maxGroupChoices = 1_000

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
  .overwrite(toAsciiDomain)
  .pipe(z.email({ pattern: emailPattern, error: 'malformed' }).max(fieldLengths.email.max, 'too_long'))

export const personNameSchema = nameText(fieldLengths.name.max)

const accountIds = boundedList(accountIdSchema, maxListedAccounts, 'too_long')

const access = {
  role: z.enum(roles, 'malformed'),
  accountScope: z.enum(accountScopes, 'malformed').default('list'),
  accountIds: accountIds.default([]),
}

const texts = userFields.perField(({ codec }) => codec.default(''))

const emptyToUndefined = (text: unknown) => (typeof text === 'string' && text.trim() === '' ? undefined : text)

/** Only a service user needs no email address. */
export const newUserSchema = z
  .object({
    email: z.preprocess(emptyToUndefined, emailSchema.optional()),
    username: usernameSchema,
    name: personNameSchema,
    ...texts,
    ...access,
  })
  .refine((user) => !isPortalRole(user.role) || user.email !== undefined, { error: 'required', path: ['email'] })

/** Without `accountIds` the list stays unchanged. A text that isn't given is removed. */
export const userChangesSchema = z.object({
  name: personNameSchema,
  ...texts,
  ...access,
  accountIds: accountIds.optional(),
})

export const accountAccessChangesSchema = z.object({ added: accountIds, removed: accountIds })

const groupId = z.string('malformed').max(64, 'malformed').regex(/^\w+$/, 'malformed')

export const accountGroupIdsSchema = boundedList(groupId, maxGroupChoices, 'too_many')

export const groupAccessChangesSchema = z.object({ added: accountGroupIdsSchema, removed: accountGroupIdsSchema })

export type UserChangesInput = Readonly<{
  name: string
  role: string
  /** `all` or `list`, the default. */
  accountScope?: string | undefined
  accountIds?: readonly string[] | undefined
}> &
  Readonly<Partial<Record<UserText, string>>>

export type NewUserInput = UserChangesInput & Readonly<{ email?: string | undefined; username: string }>
