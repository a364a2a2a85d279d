import { z } from 'zod'
import { parseDeepPath } from '#lib/domain/accounts/accounts/deep-path.ts'
import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import { accountLengths } from '#lib/domain/accounts/accounts/limits.ts'
import { nameText } from '#lib/kernel/name-text.ts'

/** The `error` of every rule is a stable problem code, which the interface translates. */
const accountIdForm = /^[A-Za-z0-9._-]+$/

/** `.` and `..` would be dot segments in the paths that contain the ID. */
export const accountIdSchema = z
  .string({ error: 'required' })
  .min(1, 'required')
  .max(accountLengths.id.max, 'too_long')
  .regex(accountIdForm, 'malformed')
  .refine((id) => id !== '.' && id !== '..', 'malformed')

/** Whether this is a well-formed ID, of an account or not. */
export function isAccountId(text: string): boolean {
  return accountIdSchema.safeParse(text).success
}

/** Longer than any valid value. Longer text is not parsed. */
const maxTextLength = 512

const emptyToNull = (text: unknown) => (typeof text === 'string' && text.trim() === '' ? null : text)
const optionalText = z.preprocess(
  (value) => emptyToNull(value) ?? null,
  z.string().trim().max(maxTextLength, 'malformed').nullable(),
)

const fields = {
  id: accountIdSchema,
  name: nameText(accountLengths.name.max),
  ...accountFields.perField(({ codec }) => optionalText.pipe(codec.nullable())),
}

/** An account from a form, a command or a line of a file. Empty optional fields become null. */
export const accountSchema = z.object(fields).transform(normalizeDeepPath)

/** Of a transform: the account with its path as browsers send it, or the problem `malformed`. */
export function normalizeDeepPath<Given extends Readonly<{ id: string; deepPath?: string | null | undefined }>>(
  account: Given,
  context: z.RefinementCtx,
): Given {
  if (account.deepPath == null) return account
  const deepPath = parseDeepPath(account.deepPath, account.id)
  if (deepPath !== undefined) return { ...account, deepPath }
  context.issues.push({ code: 'custom', message: 'malformed', path: ['deepPath'], input: account.deepPath })
  return z.NEVER
}
