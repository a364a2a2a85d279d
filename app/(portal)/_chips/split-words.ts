/** Splits text at spaces, commas, semicolons and line breaks. */
export function splitWords(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}
