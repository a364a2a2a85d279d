/**
 * What compressing proxies do to a tag: nginx weakens it, Apache and Jetty append the content coding (RFC 9110
 * §8.8.3.3).
 */
const addition = /(?:--?|;)(?:gzip|br|zstd|deflate)(?="$)/

/**
 * Whether `If-Match` or `If-None-Match` lists the tag, or is `*`. A tag that a proxy has changed is the same: the
 * product makes a new one for every change, so it loses none by a weak comparison.
 */
export function listsTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  const own = tag.replace(/^W\//, '')
  // Our tags have no comma.
  return header.split(',').some((text) => {
    const listed = text.trim().replace(/^W\//, '')
    return listed === own || listed.replace(addition, '') === own
  })
}
