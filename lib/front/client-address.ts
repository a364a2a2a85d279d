import type { IncomingMessage } from 'node:http'
import proxyAddr from 'proxy-addr'

/**
 * Tells a request's client address: the socket's, or what the trusted proxies in front of us say of it.
 * Everybody else's `X-Forwarded-For` is ignored.
 */
export function createAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return (request) => toPlainAddress(proxyAddr(request, isTrusted))
}

/** IPv4 as IPv4, also where the socket listens on IPv6: one client, one spelling. */
function toPlainAddress(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/i, '')
}
