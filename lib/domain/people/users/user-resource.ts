import { z } from 'zod'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { signInNames } from '#lib/domain/people/name-changes/name-change.ts'
import type { CreateUserInput } from '#lib/domain/people/users/create-user.ts'
import { userFields } from '#lib/domain/people/users/fields.ts'
import type { UserWithAccounts } from '#lib/domain/people/users/find-users.ts'
import {
  accountGroupIdsSchema,
  emailSchema,
  personNameSchema,
  type UserChangesInput,
  usernameSchema,
} from '#lib/domain/people/users/schema.ts'
import { accountScopes, type User, type UserSummary, userStates } from '#lib/domain/people/users/user.ts'
import { roles } from '#lib/foundation/authorization/roles.ts'
import { boundedList } from '#lib/kernel/bounded-list.ts'
import { toInstant } from '#lib/kernel/clock.ts'
import { maxSearchLength } from '#lib/kernel/field-lengths.ts'
import { listQueryFields } from '#lib/kernel/list-query.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** As many as fit into a body, and more. */
const maxAccountIds = 1_000

const id = z.string().meta({ description: 'The ID of the user.', example: 'usr_2f6Jm9dQ81xYbT2nVcRs' })
const email = {
  description: 'The email address. Only service users can be created without one.',
  example: 'anna@corp.example',
}
const username = { description: 'The username, for signing in.', example: 'anna' }
const name = { description: 'The name.', example: 'Anna Berger' }
const role = z.enum(roles, 'malformed').meta({ description: 'What the user may do.', example: 'agent' })
const accountScope = z.enum(accountScopes, 'malformed').meta({
  description:
    '`all`: every account, also future ones. `list`: those in `accountIds`, and those of account groups. Owners and admins open all.',
  example: 'list',
})
const accountIds = { description: 'The accounts on the list of the user.', example: ['at-100021'] }
const accountGroupIds = {
  description: 'The account groups of the user, at most 100.',
  example: ['grp_7Hq2LmW9cXv4TzKp1RbY'],
}
const active = {
  description: 'Whether the user has access. Deactivating ends sessions, tokens and links at once.',
  example: true,
}
const instant = z.iso.datetime()

const shown = {
  id,
  email: z.string().nullable().meta(email),
  username: z.string().meta(username),
  name: z.string().meta(name),
  ...userFields.shown,
  role,
  active: z.boolean().meta(active),
  accountScope,
  createdAt: instant.meta({
    description: 'When the user was created (RFC 3339).',
    example: '2026-11-21T12:00:00.000Z',
  }),
  deactivatedAt: instant.nullable().meta({ description: 'Since when the user has no access.', example: null }),
}

const count = z.int()

/** A user in a list of the management API. */
export const listedUserResource = z
  .strictObject({
    ...shown,
    state: z.enum(userStates).meta({
      description: '`invited`: a portal user who has no password yet, and no sign-in provider.',
      example: 'active',
    }),
    unprovenNames: z.array(z.enum(signInNames)).meta({
      description:
        'Names that the user chose, and that are neither proven nor approved. They don’t tell who the user is.',
      example: [],
    }),
    listedAccounts: count.meta({ description: 'How many accounts are on the list of the user.', example: 1 }),
    accountGroups: count.meta({ description: 'How many account groups the user has.', example: 0 }),
    hasFactor: z.boolean().meta({ description: 'Whether the user has a second factor.', example: true }),
    passwordSetAt: instant.nullable().meta({ description: 'When the password was last set.', example: null }),
    linkedAt: instant
      .nullable()
      .meta({ description: 'Since when a sign-in provider signs the user in.', example: null }),
    lastSignInAt: instant.nullable().meta({ description: 'The last sign-in to the portal.', example: null }),
  })
  .meta({ component: 'ListedUser' })
/** A user, with the list of accounts and the account groups. */
export const userResource = z
  .strictObject({
    ...shown,
    accountIds: z.array(z.string()).meta(accountIds),
    accountGroupIds: z.array(z.string()).meta(accountGroupIds),
  })
  .meta({ component: 'User' })

function toShown(user: User) {
  const { id, email, username, name, role, accountScope, createdAt, deactivatedAt } = user
  return {
    id,
    email,
    username,
    name,
    ...userFields.toShown(user),
    role,
    active: deactivatedAt === null,
    accountScope,
    createdAt: toInstant(createdAt),
    deactivatedAt: toInstant(deactivatedAt),
  }
}

export function toListedUser(user: UserSummary): z.output<typeof listedUserResource> {
  const { state, unprovenNames, listedAccounts, accountGroups, hasFactor, passwordSetAt, linkedAt, lastSignInAt } = user
  return {
    ...toShown(user),
    state,
    unprovenNames: [...unprovenNames],
    listedAccounts,
    accountGroups,
    hasFactor,
    passwordSetAt: toInstant(passwordSetAt),
    linkedAt: toInstant(linkedAt),
    lastSignInAt: toInstant(lastSignInAt),
  }
}

export function toUserResource(user: UserWithAccounts): z.output<typeof userResource> {
  return { ...toShown(user), accountIds: [...user.accountIds], accountGroupIds: [...user.accountGroupIds] }
}

const accountIdList = boundedList(accountIdSchema, maxAccountIds, 'too_long')

/** The body of `POST /api/v1/users`. */
export const newUserBody = z.strictObject({
  email: emailSchema.optional().meta(email),
  username: usernameSchema.meta(username),
  name: personNameSchema.meta(name),
  ...userFields.accepted,
  role,
  accountScope: accountScope.default('list'),
  accountIds: accountIdList.default([]).meta(accountIds),
  accountGroupIds: accountGroupIdsSchema.default([]).meta(accountGroupIds),
})

export function toNewUserInput(given: z.output<typeof newUserBody>): CreateUserInput {
  return { ...given, ...userFields.toEntered(given) }
}

const ignored = z.unknown().optional().meta({ description: 'Ignored, so that what was read can be sent back.' })

/** The body of `PATCH /api/v1/users/{userId}` (RFC 7396). */
export const userPatchBody = z.strictObject({
  name: personNameSchema.optional().meta(name),
  ...userFields.accepted,
  role: role.optional(),
  accountScope: accountScope.optional(),
  accountIds: accountIdList.optional().meta({ ...accountIds, description: 'Replaces the list of the user.' }),
  accountGroupIds: accountGroupIdsSchema.optional().meta({
    ...accountGroupIds,
    description: 'Replaces the account groups of the user, at most 100.',
  }),
  active: z.boolean('malformed').optional().meta(active),
  id: ignored,
  email: ignored,
  username: ignored,
  createdAt: ignored,
  deactivatedAt: ignored,
})

/** What a user shall be. Without `fields`, name, texts, role and accounts stay as they are. */
export type WantedUser = Readonly<{
  fields?: UserChangesInput
  accountGroupIds?: readonly string[]
  active: boolean
}>

/** Merges a patch into a user. @throws Refusal `input_invalid` */
export function patchUserFields(current: UserWithAccounts, patch: Readonly<Record<string, unknown>>): WantedUser {
  const {
    name,
    role,
    accountScope,
    accountIds,
    accountGroupIds,
    active = current.deactivatedAt === null,
    ...given
  } = parseInput(userPatchBody, patch)
  const wanted = {
    name: name ?? current.name,
    ...userFields.merge(current, given),
    role: role ?? current.role,
    accountScope: accountScope ?? current.accountScope,
  }
  const groups = accountGroupIds && { accountGroupIds }
  const sameList = accountIds === undefined || accountIds.toSorted().join() === current.accountIds.toSorted().join()
  const isSame =
    userFields.changed(current, wanted).length === 0 &&
    (['name', 'role', 'accountScope'] as const).every((field) => wanted[field] === current[field])
  if (isSame && sameList) return { ...groups, active }
  return { fields: { ...wanted, ...(!sameList && { accountIds }) }, ...groups, active }
}

/** The query of `GET /api/v1/users`. */
export const usersQuery = z.object({
  ...listQueryFields,
  search: z.string().max(maxSearchLength, 'too_long').optional().meta({
    description: 'Only users whose name, username or email address contains every word.',
    example: 'anna',
  }),
  role: role.optional(),
  active: z
    .enum(['true', 'false'], 'malformed')
    .optional()
    .meta({ description: 'Only active, or only deactivated users.' }),
})
