import type { Answer } from './http-client.ts'

/** A response without values that differ each time. */
export type Plain = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>

/** Headers that are not compared, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  date: 'the clock',
  connection: 'of this connection alone (RFC 9110 §7.6.1)',
  'keep-alive': 'of this connection alone',
  'transfer-encoding': 'how the body is framed: the router does not know its length beforehand',
  'content-length': 'likewise; the bodies themselves are compared',
}

/**
 * Next adds these to `Vary`: endpoints don't see its headers for a page's data, and only its responses are compressed.
 */
const routersVary =
  /(, )?(rsc|next-router-state-tree|next-router-prefetch|next-router-segment-prefetch|Accept-Encoding)\b/g

/** Values that are new in every response. */
const random: readonly (readonly [what: RegExp, instead: string])[] = [
  [/req_[0-9A-Za-z]{20}/g, 'req_…'],
  [/(nonce\W{1,7})[\w-]{43}/g, '$1…'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'an access token'],
  [/lkrt1\.fam_\w+\.(\d+)\.[\w-]+/g, 'refresh token $1'],
  [/token=[\w-]{43}/g, 'token=…'],
  [/lksec_\w{49}/g, 'a secret'],
  [/"keyId":"lkid_\w{20}"/g, '"keyId":"…"'],
  [/timestamp=\d{13}/g, 'timestamp=…'],
  [/grt_[0-9a-f]{32}/g, 'grt_…'],
  [/("key";r=\d+;t=)\d+/g, '$1…'],
  [/session=[\w-]+/g, 'session=…'],
  [/Fe26\.2[^;]+/g, 'a sealed session'],
  [/latchkey-browser=[\w-]{43}/g, 'latchkey-browser=…'],
  [/name="session" value="[\w-]+"/g, 'name="session" value="…"'],
  // Each side opened its own account at a slightly different time.
  [/data-left-ms="\d+"/g, 'data-left-ms="…"'],
  [/"remainingSeconds":\d+/g, '"remainingSeconds":…'],
  // Each side has its own receipt, and its own refusal.
  [/"at":"[^"]{24}","(network|endpoint)"/g, '"at":"…","$1"'],
  [/"network":"203\.0\.113\.\d+"/g, '"network":"…"'],
  [/<time datetime=".{24}">.*?<\/time>/g, '<time>…</time>'],
]

export function toPlain({ status, headers, body }: Answer): Plain {
  const plain = Object.entries(headers)
    .filter(([name]) => !(name in leftOut))
    .map(([name, value]) => [name, withoutRandom([value].flat().join('\n'))] as const)
    .map(([name, value]) => [name, name === 'vary' ? value.replace(routersVary, '') : value] as const)
  return {
    status,
    headers: Object.fromEntries(plain.filter(([name, value]) => name !== 'vary' || value !== '')),
    body: withoutRandom(body),
  }
}

function withoutRandom(text: string): string {
  return random.reduce((left, [what, instead]) => left.replaceAll(what, instead), text)
}
