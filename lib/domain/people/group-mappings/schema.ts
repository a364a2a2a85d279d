import { z } from 'zod'
import { mappedRoles } from '#lib/domain/people/group-mappings/group-mapping.ts'
import { mappedNameLengths } from '#lib/domain/people/group-mappings/limits.ts'

const emptyToNull = (value: unknown) => (value === '' || value === undefined ? null : value)

/** The `error` of every rule is a stable problem code, which the interface translates. */
export const groupMappingSchema = z
  .object({
    // Not trimmed: names are compared exactly, and a provider may send such a name.
    groupName: z
      .string('required')
      .min(1, 'required')
      .max(mappedNameLengths.max, 'too_long')
      .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), 'malformed'),
    role: z.preprocess(emptyToNull, z.enum(mappedRoles, 'not_allowed').nullable()),
    accountGroupId: z.preprocess(emptyToNull, z.string('malformed').max(64, 'malformed').nullable()),
  })
  .refine(({ role, accountGroupId }) => (role === null) !== (accountGroupId === null), {
    error: 'required',
    path: ['role'],
  })

/** `role` is `agent` or `admin`. Give a role or an account group. */
export type GroupMappingInput = Readonly<{
  groupName: string
  role?: string | null | undefined
  accountGroupId?: string | null | undefined
}>
