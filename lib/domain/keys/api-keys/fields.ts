import { z } from 'zod'
import { type KeyText, keyTextLengths, keyTexts } from '#lib/domain/keys/api-keys/key-filter.ts'
import { type DeclaredField, declareFields } from '#lib/kernel/declare-fields.ts'

/** A text of an API key. Its texts of the interface are `usersAndAccess.keyTexts` of the catalogs. */
type KeyField = Readonly<{
  /** Validates a value, which may be empty. Each `error` is a problem code. */
  codec: z.ZodType<string, string>
  /** Of the command that changes keys. */
  option: Readonly<{ flags: string; description: string }>
}> &
  DeclaredField

/** Each text, once. Columns, bodies, responses, forms and options follow. */
const keyFields = {
  note: {
    column: 'note',
    codec: severalLines(keyTextLengths.note),
    description: 'What the people who manage the key want to remember.',
    example: 'Runs on the job server.',
    option: { flags: '--note <text>', description: 'what the people who manage the key want to remember' },
  },
} as const satisfies Readonly<Record<KeyText, KeyField>>

export const { perField, perColumn, columns } = declareFields<KeyField>()(keyTexts, keyFields)

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
