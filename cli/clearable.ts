/** The value of an option that clears a field if it is empty. */
export function toClearable(text: string | undefined): string | null | undefined {
  return text === '' ? null : text
}
