import ipaddr from 'ipaddr.js'
import { isInside } from '#lib/kernel/networks.ts'

/**
 * Whether a request may be sent to this IP address: it is public unicast, or in one of the allowed networks. An address
 * that stands for an IPv4 address, mapped (RFC 4291 §2.5.5.2) or behind NAT64 (RFC 6052), is judged as that one.
 */
export function isAllowedAddress(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const meant = findMeant(ipaddr.parse(address))
  return isPublicUnicast(meant) || isInside(networks, meant.toString()) || isInside(networks, address)
}

/**
 * Whether the host is an IP address or `localhost` that may not be sent to. Of other names, DNS decides at each
 * attempt.
 */
export function isBlockedHost(url: string, networks: readonly string[]): boolean {
  const { hostname } = new URL(url)
  const addresses = findFixedAddresses(hostname)
  return addresses?.some((address) => !isAllowedAddress(address, networks)) ?? false
}

/** The addresses of a host that needs no DNS; undefined for other names. */
export function findFixedAddresses(hostname: string): string[] | undefined {
  if (hostname === 'localhost') return ['127.0.0.1', '::1']
  const address = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(address) ? [address] : undefined
}

function findMeant(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  return address.range() === 'rfc6052' ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address
}

/** Special purposes that ipaddr.js does not know (RFC 2544, RFC 2928, RFC 9637), and the host of Azure's machines. */
const blocked = ['198.18.0.0/15', '168.63.129.16', '2001::/23', '3fff::/20']
/** All other IPv6 addresses are not global unicast (RFC 4291 §2.4). */
const globalUnicast = ['2000::/3']

function isPublicUnicast(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const text = address.toString()
  if (address.range() !== 'unicast' || isInside(blocked, text)) return false
  return address instanceof ipaddr.IPv4 || isInside(globalUnicast, text)
}
