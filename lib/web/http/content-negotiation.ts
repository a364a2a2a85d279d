import { parseQualities } from '#lib/kernel/accept-header.ts'

/** A supported content coding (RFC 9110 §8.4.1). */
export type ContentCoding = 'br' | 'gzip'

/** The preferred content coding by `Accept-Encoding` (RFC 9110 §12.5.3); undefined for none. */
export function preferredCoding(acceptEncoding: string | null): ContentCoding | undefined {
  const qualities = parseQualities(acceptEncoding ?? '')
  const qualityOf = (coding: string) => qualities.get(coding) ?? qualities.get('*') ?? 0
  const best = qualityOf('gzip') > qualityOf('br') ? 'gzip' : 'br'
  const isAcceptable = qualityOf(best) > 0 && qualityOf(best) >= (qualities.get('identity') ?? 0)
  return isAcceptable ? best : undefined
}

/** Whether `Accept` names HTML and does not prefer JSON, as in browsers. A mere wildcard does not count. */
export function prefersHtml(accept = ''): boolean {
  const qualities = parseQualities(accept)
  const html = qualities.get('text/html') ?? 0
  return html > 0 && html >= (qualities.get('application/json') ?? 0)
}
