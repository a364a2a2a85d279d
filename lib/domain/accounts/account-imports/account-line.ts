import type { FileRow } from '#lib/domain/accounts/account-imports/account-file.ts'
import type { TextLine } from '#lib/domain/accounts/account-imports/json-lines.ts'
import { accountBody } from '#lib/domain/accounts/accounts/account-resource.ts'
import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import { accountIdSchema, isAccountId, normalizeDeepPath } from '#lib/domain/accounts/accounts/schema.ts'
import { type FieldProblems, isRefusal } from '#lib/kernel/errors.ts'
import { parseJson, toJsonObject } from '#lib/kernel/json.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** An account in a line. What it omits stays as it is; a new account is active and has no optional texts. */
export type StateRow = FileRow & Readonly<{ suspended: boolean | undefined }>

/** `id`: null if it can't be read. */
export type InvalidLine = Readonly<{ line: number; id: string | null; fields: FieldProblems }>

/** A line of `POST /api/v1/accounts/import`. */
export const accountLine = accountBody.extend({
  id: accountIdSchema.meta({ example: 'at-100021' }),
  ...accountFields.perField(({ codec, example }) =>
    codec.nullable().optional().meta({ description: 'Null clears it.', example }),
  ),
})

const schema = accountLine.transform(normalizeDeepPath)

/** Validates a line. */
export function parseAccountLine({ line, text }: TextLine): StateRow | InvalidLine {
  const value = toJsonObject(parseJson(text ?? ''))
  if (!value) return { line, id: null, fields: { line: 'malformed' } }
  try {
    const { id, name, suspended, ...given } = parseInput(schema, value)
    return { line, account: { id, name, ...accountFields.perField((_, field) => given[field]) }, suspended }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { id } = value
    return { line, id: typeof id === 'string' && isAccountId(id) ? id : null, fields: error.fields ?? {} }
  }
}
