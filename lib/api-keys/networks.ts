import ipaddr from 'ipaddr.js'
import { z } from 'zod'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A first address, and how many of its leading bits every address inside shares (RFC 4632 §3.1, RFC 4291 §2.3). */
type Network = readonly [first: Address, prefix: number]

// Strict, where the library would take `10.1` and `0x0a.0.0.1` for addresses, too.
const addressForm = z.union([z.ipv4(), z.ipv6()])
const networkForm = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'malformed')

/**
 * One address or a range, as somebody writes it, in its one spelling: `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`
 * (RFC 5952). An IPv4-mapped address becomes the IPv4 address it is. `10.0.0.7/8` is refused: which was meant, one
 * address or sixteen million, is not for us to guess where it says who may come in.
 */
export const networkSchema = z
  .string('malformed')
  .trim()
  .pipe(networkForm)
  .transform(readNetwork)
  .refine(isFirst, 'host_bits')
  .transform(formatNetwork)

/** Whether a client at this address is inside one of the networks. What is no address at all is in none. */
export function isInside(networks: readonly string[], clientAddress: string): boolean {
  // A link-local address names the interface that it was seen on (RFC 4007 §11).
  const address = clientAddress.replace(/%.*$/, '')
  if (!addressForm.safeParse(address).success) return false
  const client = unmap(parseAddress(address), ipv6Bits)[0]
  return networks.map(readNetwork).some((network) => contains(network, client))
}

const ipv6Bits = 128
/** How many bits of an IPv4-mapped address say that it is one (RFC 4291 §2.5.5.2). */
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
  // The platform's parser knows IPv6 that ends like IPv4 under every prefix, and spells as RFC 5952 has it.
  return ipaddr.parse(text.includes(':') ? spellIPv6(text) : text)
}

function spellIPv6(text: string): string {
  return new URL(`http://[${text}]`).hostname.slice(1, -1)
}

/** One client, one family: the socket may listen on IPv6 while the client speaks IPv4. */
function unmap(address: Address, prefix: number): Network {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= mappedBits
  return isMapped ? [address.toIPv4Address(), prefix - mappedBits] : [address, prefix]
}

/** Whether no bit is set beyond the prefix. */
function isFirst([first, prefix]: Network): boolean {
  return first.toByteArray().every((byte, index) => {
    const ofNetwork = Math.min(8, Math.max(0, prefix - 8 * index))
    return (byte & (0xff >> ofNetwork)) === 0
  })
}

function formatNetwork([first, prefix]: Network): string {
  const address = first instanceof ipaddr.IPv4 ? first.toString() : spellIPv6(first.toString())
  return prefix === bitsOf(first) ? address : `${address}/${prefix}`
}

function bitsOf(address: Address): number {
  return address.toByteArray().length * 8
}
