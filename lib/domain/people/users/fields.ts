import { userTextLengths, userTexts } from '#lib/domain/people/users/limits.ts'
import { declareTexts } from '#lib/kernel/declare-fields.ts'
import { optionalNameText } from '#lib/kernel/name-text.ts'

/** The texts of users, once. Their texts of the interface are `usersAndAccess.userTexts` of the catalogs. */
export const userFields = declareTexts(userTexts, {
  note: {
    column: 'note',
    codec: optionalNameText(userTextLengths.note),
    description: 'What the people who manage the user want to remember.',
    example: 'Works for the sales partner',
    option: { flags: '--note <text>', description: 'what the people who manage the user want to remember' },
  },
})
