import { Refusal } from '#lib/kernel/errors.ts'

/** Limits of a Server Action's form: number of fields, and total characters of names and values. */
const maxFields = 1_000
const maxCharacters = 64 * 1_024

/**
 * @param maxFileBytes the size of each file, which counts apart @throws Refusal `body_too_large`, without reading past
 *   the limit
 */
export function requireBoundedForm(form: FormData, maxFileBytes = 0): void {
  let fields = 0
  let characters = 0
  for (const [name, value] of form.entries()) {
    fields += 1
    characters += name.length + (typeof value === 'string' ? value.length : Math.max(0, value.size - maxFileBytes))
    if (fields > maxFields || characters > maxCharacters) throw new Refusal('body_too_large')
  }
}
