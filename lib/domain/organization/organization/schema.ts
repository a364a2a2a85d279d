import { z } from 'zod'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'
import { nameText } from '#lib/kernel/name-text.ts'

/** `#rrggbb`, in any case. */
export const colorPattern = /^#[0-9a-f]{6}$/i

const emptyToNull = (text: unknown) => (typeof text === 'string' && text.trim() === '' ? null : text)

/** The error of every rule is a stable problem code. Empty: as the product. */
export const organizationSchema = z.object({
  name: z.preprocess(emptyToNull, nameText(fieldLengths.organizationName.max).nullable()),
  accent: z.preprocess(
    emptyToNull,
    z
      .string()
      .trim()
      .regex(colorPattern, 'malformed')
      .transform((color) => color.toLowerCase())
      .nullable(),
  ),
})
