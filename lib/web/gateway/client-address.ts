import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'
import type { Log } from '#lib/kernel/log.ts'

export type AddressReader = (request: IncomingMessage) => string

/**
 * Reads the client IP address of a request: that of the socket, or what a trusted proxy says in `X-Forwarded-For`. Rate
 * limits count by it, and logs contain it, so anything that is no IP address is ignored. The first such value is
 * logged: all clients behind that proxy share its address.
 */
export function createAddressReader(trustedProxies: readonly string[], log: Pick<Log, 'warn'>): AddressReader {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  let hasWarned = false
  const warn = (proxy: string, value: string) => {
    if (hasWarned) return
    hasWarned = true
    log.warn({ proxy, value: value.slice(0, 64) }, 'a trusted proxy sends an X-Forwarded-For without an IP address')
  }
  return ({ socket, headers }) => {
    let address = unmap(socket.remoteAddress ?? 'unknown')
    const forwarded = headers['x-forwarded-for']
    if (forwarded === undefined || trustedProxies.length === 0) return address
    // From the socket outward, as far as the proxies are trusted. Node joins repeated headers.
    const hops = String(forwarded).split(',')
    for (let hop = hops.pop(); hop !== undefined && isTrusted(address, 0); hop = hops.pop()) {
      const next = readForwardedAddress(hop.trim())
      if (next === undefined) {
        warn(address, hop.trim())
        return address
      }
      address = next
    }
    return address
  }
}

/** With a port: Azure writes `192.0.2.1:5678`, others `[2001:db8::1]:443`, and RFC 7239 §6 puts that in quotes. */
const withPort = /^"?(?:\[([\da-f:.%]+)\]|([\d.]+))(?::\w{1,6})?"?$/i

/** @returns undefined for `unknown`, an obfuscated name (RFC 7239 §6) and anything else that is no IP address */
function readForwardedAddress(text: string): string | undefined {
  if (isIP(text) !== 0) return unmap(text)
  const [, bracketed, plain = bracketed] = withPort.exec(text) ?? []
  return plain !== undefined && isIP(plain) !== 0 ? unmap(plain) : undefined
}

/** A socket that listens on IPv6 shows IPv4 addresses as IPv4-mapped ones. */
function unmap(address: string): string {
  return address.startsWith('::') ? address.replace(/^::ffff:(?=\d+\.)/i, '') : address
}
