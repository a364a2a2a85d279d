import ipaddr from 'ipaddr.js'
import { z } from 'zod'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A first address and its prefix length (RFC 4632 §3.1, RFC 4291 §2.3). */
type Network = readonly [first: Address, prefix: number]

// Stricter than the library, which accepts `10.1` and `0x0a.0.0.1`.
const addressForm = z.union([z.ipv4(), z.ipv6()])
const networkForm = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'malformed')

/**
 * Parses an IP address or a CIDR range and normalizes its spelling (RFC 5952): `203.0.113.7`, `10.0.0.0/8`,
 * `2001:db8::/32`. An IPv4-mapped address becomes an IPv4 address. `10.0.0.7/8` is refused, because it could mean one
 * address or sixteen million.
 */
export const networkSchema = z
  .string('malformed')
  .trim()
  .pipe(networkForm)
  .transform(readNetwork)
  .refine(isFirst, 'host_bits')
  .transform(formatNetwork)

/** Why this isn't a network, as a problem code. */
export function findNetworkProblem(text: string): string | undefined {
  return networkSchema.safeParse(text).error?.issues[0]?.message
}

/** Whether an IP address is in one of the networks. Text that is not an IP address is in none. */
export function isInside(networks: readonly string[], clientAddress: string): boolean {
  const client = parseClient(clientAddress)
  if (!client) return false
  return networks.map(readNetwork).some((network) => contains(network, client))
}

/** Whether a network lies within one of the networks. */
export function isWithin(networks: readonly string[], network: string): boolean {
  const [first, prefix] = readNetwork(network)
  return networks.map(readNetwork).some((outer) => outer[1] <= prefix && contains(outer, first))
}

/** The keys of a network's first and last IP address. */
export type KeyRange = Readonly<{ first: string; last: string }>

/**
 * A form of an IP address that sorts by number: the version and its bits in hexadecimal. Equal for all spellings of an
 * address. Other text, such as `command line`, sorts apart.
 */
export function toAddressKey(clientAddress: string): string {
  const client = parseClient(clientAddress)
  return client ? keyOf(client.toByteArray()) : `x${clientAddress}`
}

/** The keys between which all addresses of a network lie. Of other text, its own key. */
export function toKeyRange(network: string): KeyRange {
  if (!networkForm.safeParse(network).success) return { first: toAddressKey(network), last: toAddressKey(network) }
  const [address, prefix] = readNetwork(network)
  const first = address.toByteArray()
  const last = first.map((byte, index) => byte | (0xff >> networkBits(index, prefix)))
  return { first: keyOf(first), last: keyOf(last) }
}

function keyOf(bytes: readonly number[]): string {
  // Browsers check networks too, and have no `Buffer`.
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${bytes.length === 4 ? '4' : '6'}${digits}`
}

/** `undefined` for text that is not an IP address. */
function parseClient(clientAddress: string): Address | undefined {
  // RFC 4007 §11: a link-local address ends with its zone.
  const address = clientAddress.replace(/%.*$/, '')
  return addressForm.safeParse(address).success ? unmap(parseAddress(address), ipv6Bits)[0] : undefined
}

const ipv6Bits = 128
/** The prefix of IPv4-mapped addresses (RFC 4291 §2.5.5.2). */
const mappedBits = 96

function contains([first, prefix]: Network, client: Address): boolean {
  if (first instanceof ipaddr.IPv4) return client instanceof ipaddr.IPv4 && client.match(first, prefix)
  return client instanceof ipaddr.IPv6 && client.match(first, prefix)
}

function readNetwork(text: string): Network {
  const [address = '', prefix] = text.split('/')
  const first = parseAddress(address)
  return unmap(first, prefix === undefined ? bitsOf(first) : Number(prefix))
}

function parseAddress(text: string): Address {
  // The URL parser accepts an IPv4 ending under every prefix, and spells as RFC 5952 requires.
  return ipaddr.parse(text.includes(':') ? spellIPv6(text) : text)
}

function spellIPv6(text: string): string {
  return new URL(`http://[${text}]`).hostname.slice(1, -1)
}

/** A socket that listens on IPv6 reports IPv4 clients as mapped addresses. */
function unmap(address: Address, prefix: number): Network {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= mappedBits
  return isMapped ? [address.toIPv4Address(), prefix - mappedBits] : [address, prefix]
}

/** Whether no host bit is set. */
function isFirst([first, prefix]: Network): boolean {
  return first.toByteArray().every((byte, index) => (byte & (0xff >> networkBits(index, prefix))) === 0)
}

/** How many bits of this byte belong to the network. */
function networkBits(byteIndex: number, prefix: number): number {
  return Math.min(8, Math.max(0, prefix - 8 * byteIndex))
}

function formatNetwork([first, prefix]: Network): string {
  const address = first instanceof ipaddr.IPv4 ? first.toString() : spellIPv6(first.toString())
  return prefix === bitsOf(first) ? address : `${address}/${prefix}`
}

function bitsOf(address: Address): number {
  return address.toByteArray().length * 8
}
