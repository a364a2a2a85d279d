import { Refusal } from '#lib/errors.ts'

/** The largest form that a Server Action reads: fields, and characters of all names and values together. */
const maxFields = 1_000
const maxCharacters = 64 * 1_024

/** @throws Refusal `body_too_large`, after reading no more of the form than the limits allow */
export function requireBoundedForm(form: FormData): void {
  let fields = 0
  let characters = 0
  for (const [name, value] of form.entries()) {
    fields += 1
    characters += name.length + (typeof value === 'string' ? value.length : value.size)
    if (fields > maxFields || characters > maxCharacters) throw new Refusal('body_too_large')
  }
}
