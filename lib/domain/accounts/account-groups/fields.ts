import type { z } from 'zod'
import { type GroupText, groupTextLengths, groupTexts } from '#lib/domain/accounts/account-groups/account-group.ts'
import { type DeclaredField, declareFields } from '#lib/kernel/declare-fields.ts'
import { optionalNameText } from '#lib/kernel/name-text.ts'

/** A text of an account group. Its texts of the interface are `accountGroups.fields` of the catalogs. */
type GroupField = Readonly<{
  /** Validates a value, which may be empty. Each `error` is a problem code. */
  codec: z.ZodType<string, string>
  /** Of the commands that create and change groups. */
  option: Readonly<{ flags: string; description: string }>
  /** The heading of its column in `latchkey account-group list`. */
  heading: string
}> &
  DeclaredField

/** Each text, once. Columns, bodies, responses, forms and options follow. */
const groupFields = {
  note: {
    column: 'note',
    codec: optionalNameText(groupTextLengths.note),
    description: 'What the people who manage the group want to remember.',
    example: 'Sales region south',
    option: { flags: '--note <text>', description: 'what the people who manage the group want to remember' },
    heading: 'NOTE',
  },
} as const satisfies Readonly<Record<GroupText, GroupField>>

export const { perField, perColumn, columns } = declareFields<GroupField>()(groupTexts, groupFields)
