import { z } from 'zod'
import { type OptionalField, optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { localeSchema } from '#lib/domain/accounts/accounts/locale.ts'
import { type DeclaredField, declareFields } from '#lib/kernel/declare-fields.ts'

/** An optional text of an account. Its texts of the interface are `accounts.fields` of the catalogs. */
type AccountField = Readonly<{
  /** Validates a value. Each `error` is a problem code. */
  codec: z.ZodType<string, string>
  /** Of the commands that create and change accounts. `none`: what an empty value means. */
  option: Readonly<{ flags: string; description: string; example: string; none: string }>
  /** The heading of its column in `latchkey account list`, if it has one. */
  heading?: string
}> &
  DeclaredField

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

export const { perField, perColumn, columns } = declareFields<AccountField>()(optionalFields, accountFields)
