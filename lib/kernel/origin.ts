import { isLoopbackHost } from '#lib/kernel/env.ts'

/** RFC 3986 §3.2, stricter: no user info, no empty port, no trailing dot, no percent-encoding. */
const authorityForm = /^(https?):\/\/((?:[a-z0-9_-]+\.)*[a-z0-9_-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(?=[/?]|$)/i
const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }

/**
 * The origin of an absolute `https:` URL (`http:` on loopback hosts), or undefined. RFC 3986 and the WHATWG URL parser,
 * which repairs backslashes, hexadecimal IP addresses, escapes and full-width letters, must find the same host.
 */
export function readOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || url.origin !== readWrittenOrigin(text)) return undefined
  return url.protocol === 'https:' || isLoopbackHost(url.hostname) ? url.origin : undefined
}

function readWrittenOrigin(text: string): string | undefined {
  const [, scheme, host, port] = authorityForm.exec(text.toLowerCase()) ?? []
  if (!scheme || !host) return undefined
  return port === undefined || port === defaultPorts[scheme] ? `${scheme}://${host}` : `${scheme}://${host}:${port}`
}
