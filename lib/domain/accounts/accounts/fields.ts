import { z } from 'zod'
import { optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { localeSchema } from '#lib/domain/accounts/accounts/locale.ts'
import { declareFields } from '#lib/kernel/declare-fields.ts'

/**
 * The optional texts of accounts, once; `name` and `id` are required and have rules of their own. Their texts of the
 * interface are `accounts.fields` of the catalogs.
 */
export const accountFields = declareFields(optionalFields, {
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
})
