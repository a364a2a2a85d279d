import { z } from 'zod'
import { type GroupText, groupNameLengths } from '#lib/domain/accounts/account-groups/account-group.ts'
import { groupFields } from '#lib/domain/accounts/account-groups/fields.ts'
import { localeSchema } from '#lib/domain/accounts/accounts/locale.ts'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { boundedList } from '#lib/kernel/bounded-list.ts'
import { nameText } from '#lib/kernel/name-text.ts'

/** As many as one form or file may have. */
export const maxGroupChoices = 50_000

/** The `error` of every rule is a stable problem code, which the interface translates. */
export const groupSchema = z.object({
  name: nameText(groupNameLengths.max),
  ...groupFields.perField(({ codec }) => codec.default('')),
})

export type GroupInput = Readonly<{ name: string } & Partial<Record<GroupText, string>>>

/** At least one of the two: a rule that matches every account would be the scope `all` under another name. */
export const groupRuleSchema = z
  .object({
    idPrefix: z
      .string()
      .trim()
      .pipe(z.union([z.literal(''), accountIdSchema], 'malformed')),
    locale: z
      .string()
      .trim()
      .transform((text) => text.toLowerCase().replace('_', '-'))
      .pipe(z.union([z.literal(''), localeSchema], 'malformed')),
  })
  .refine(({ idPrefix, locale }) => idPrefix !== '' || locale !== '', { error: 'required', path: ['idPrefix'] })

export type GroupRuleInput = Readonly<{ idPrefix: string; locale: string }>

export const groupChoicesSchema = z.object({
  ids: boundedList(accountIdSchema, maxGroupChoices, 'too_many').pipe(z.array(z.string()).min(1, 'required')),
})
