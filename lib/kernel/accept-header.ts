/** Entries beyond this number are ignored: no browser sends as many. */
const maxEntries = 32

/**
 * The quality of each lower-case value of an `Accept` header, from 0 to 1 (RFC 9110 §12.4.2), in the header's order.
 */
export function parseQualities(header: string): ReadonlyMap<string, number> {
  const qualities = new Map<string, number>()
  for (const entry of header.toLowerCase().split(',', maxEntries)) {
    const [value = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    qualities.set(value, quality === undefined ? 1 : Number(quality) || 0)
  }
  return qualities
}
