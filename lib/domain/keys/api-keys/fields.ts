import { z } from 'zod'
import { keyTextLengths, keyTexts } from '#lib/domain/keys/api-keys/key-filter.ts'
import { declareTexts } from '#lib/kernel/declare-fields.ts'

/** The texts of API keys, once. Their texts of the interface are `usersAndAccess.keyTexts` of the catalogs. */
export const keyFields = declareTexts(keyTexts, {
  note: {
    column: 'note',
    codec: severalLines(keyTextLengths.note),
    description: 'What the people who manage the key want to remember.',
    example: 'Runs on the job server.',
    option: { flags: '--note <text>', description: 'what the people who manage the key want to remember' },
  },
})

function severalLines(maxLength: number) {
  return (
    z
      .string('malformed')
      // Browsers send line breaks as CR LF.
      .transform((text) => text.replaceAll('\r\n', '\n').trim())
      .pipe(z.string().max(maxLength, 'too_long'))
      .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text), 'malformed')
  )
}
