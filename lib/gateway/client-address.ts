import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'

/**
 * Reads a request's client IP address: the socket's, or what the trusted proxies in front of us say it is.
 * Any other `X-Forwarded-For` is ignored, and so is a value that is no IP address: it would become the subject of limits
 * and the text of logs.
 */
export function createAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  // From the socket outward; the last one is what the outermost trusted proxy says.
  return (request) => toPlainAddress(proxyAddr.all(request, isTrusted).findLast((address) => isIP(address) !== 0))
}

/** IPv4 as IPv4, also where the socket listens on IPv6: one client, one spelling. */
function toPlainAddress(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/i, '')
}
