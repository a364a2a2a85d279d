/** Ignores a byte order mark (RFC 8259 §8.1). @returns undefined for text that is not JSON, which is no JSON value */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/** @returns undefined for arrays and other values */
export function toJsonObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  // `JSON.parse` makes `__proto__` an own property: as an entry it stays one.
  return Object.fromEntries(Object.entries(value))
}
