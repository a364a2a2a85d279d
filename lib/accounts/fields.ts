import { z } from 'zod'
import { type OptionalField, optionalFields } from '#lib/accounts/account.ts'
import { localeSchema } from '#lib/accounts/locale.ts'
import { recordOf } from '#lib/record-of.ts'

/** An optional text of an account. Its texts of the interface are `accounts.fields` of the catalogs. */
type AccountField = Readonly<{
  /** In the table `accounts`. */
  column: string
  /** Validates a value. Each `error` is a problem code. */
  codec: z.ZodType<string, string>
  /** For client developers. */
  description: string
  example: string
  /** Of the commands that create and change accounts. `none`: what an empty value means. */
  option: Readonly<{ flags: string; description: string; example: string; none: string }>
  /** The heading of its column in `latchkey account list`, if it has one. */
  heading?: string
}>

/**
 * Each optional field, once. Columns, bodies, responses, files, changes, forms and options follow; `name` and `id` are
 * required and have rules of their own.
 */
const accountFields = {
  locale: {
    column: 'locale',
    codec: localeSchema,
    description: 'The language and region that the account opens in by default.',
    example: 'de-at',
    option: {
      flags: '--locale <locale>',
      description: 'default language and region',
      example: 'de-at',
      none: 'none',
    },
    heading: 'LOCALE',
  },
  deepPath: {
    column: 'deep_path',
    // Its other rules need the ID: `normalizeDeepPath`.
    codec: z.string('malformed').max(512, 'malformed'),
    description: 'Where inside the account to land by default.',
    example: '/accounts/at-100021/orders',
    option: {
      flags: '--deep-path <path>',
      description: 'where users land',
      example: '/accounts/<accountId>/orders',
      none: 'the page of the account',
    },
  },
} as const satisfies Readonly<Record<OptionalField, AccountField>>

type Columns = { readonly [Field in OptionalField]: (typeof accountFields)[Field]['column'] }

/** A record with the optional fields. */
export function perField<Value>(
  toValue: (declared: AccountField, field: OptionalField) => Value,
): Record<OptionalField, Value> {
  return recordOf(optionalFields, (field) => toValue(accountFields[field], field))
}

/** Values by column. */
export function perColumn<Value>(
  toValue: (field: OptionalField, column: Columns[OptionalField]) => Value,
): Record<Columns[OptionalField], Value> {
  const values = optionalFields.map((field) => {
    const { column } = accountFields[field]
    return [column, toValue(field, column)]
  })
  return Object.fromEntries(values) as Record<Columns[OptionalField], Value>
}

/** The columns under the names of the fields, to select. */
export const fieldColumns = optionalFields.map((field) => `${accountFields[field].column} as ${field}`) as readonly {
  [Field in OptionalField]: `${Columns[Field]} as ${Field}`
}[OptionalField][]
