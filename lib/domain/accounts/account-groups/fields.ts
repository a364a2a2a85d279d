import { groupTextLengths, groupTexts } from '#lib/domain/accounts/account-groups/account-group.ts'
import { declareTexts } from '#lib/kernel/declare-fields.ts'
import { optionalNameText } from '#lib/kernel/name-text.ts'

/** The texts of account groups, once. Their texts of the interface are `accountGroups.fields` of the catalogs. */
export const groupFields = declareTexts(groupTexts, {
  note: {
    column: 'note',
    codec: optionalNameText(groupTextLengths.note),
    description: 'What the people who manage the group want to remember.',
    example: 'Sales region south',
    option: { flags: '--note <text>', description: 'what the people who manage the group want to remember' },
    heading: 'NOTE',
  },
})
