/** All text values of a field. */
export function readTexts(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === 'string')
}

/** The words of a text: separated by spaces, commas, semicolons or line breaks. */
export function splitWords(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}

/** What changed between the boxes that were ticked before and those that are ticked now. */
export function readTickChanges(form: FormData): Readonly<{ added: string[]; removed: string[] }> {
  const ticked = new Set(readTexts(form, 'ticked'))
  const before = new Set(readTexts(form, 'tickedBefore'))
  return {
    added: [...ticked].filter((id) => !before.has(id)),
    removed: [...before].filter((id) => !ticked.has(id)),
  }
}
