import ipaddr from 'ipaddr.js'
import { randomBase62 } from '#lib/kernel/crypto.ts'

/** Client IP address and request ID, as audit events and log lines record them. */
export type RequestContext = Readonly<{ address: string; requestId: string }>

/** A request ID, for the response and for every log line about the request. */
export function newRequestId(): string {
  return `req_${randomBase62(20)}`
}

/** A site gets at least a /64 (RFC 6177 §2), and its hosts choose any address in it (RFC 8981). */
const hextetsOfSite = 4

/**
 * The network that rate limits count for a client IP address: an IPv4 address, or the /64 of an IPv6 address, such as
 * `2001:db8:1:2::/64`. An IPv4-mapped address counts as IPv4; other text counts as itself. Logs and audit events keep
 * the full IP address.
 */
export function toClientNetwork(address: string): string {
  if (!address.includes(':')) return address
  // RFC 4007 §11: a link-local address ends with its zone.
  const text = address.replace(/%.*$/, '')
  if (!ipaddr.IPv6.isValid(text)) return address
  const parsed = ipaddr.IPv6.parse(text)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const site = parsed.parts.slice(0, hextetsOfSite).map((part) => part.toString(16))
  return `${site.join(':')}::/64`
}
