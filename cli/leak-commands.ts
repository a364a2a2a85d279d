import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { type CheckedCredential, checkLeak } from '#lib/domain/keys/leak-desk/check-leak.ts'
import { containLeak } from '#lib/domain/keys/leak-desk/contain-leak.ts'
import { containmentOf } from '#lib/domain/keys/leak-desk/containable.ts'
import type { UsedNetwork } from '#lib/domain/keys/leak-desk/known-networks.ts'
import { flag, required } from './options.ts'
import { formatInstant, formatTable } from './output.ts'
import { verbsOf } from './verb.ts'

const about =
  'Find API key secrets, tokens and sign-in links in a text: whose each is, until when it works, and from which networks it was used. Nothing of it is stored.'
const containing =
  'end each secret, with its tokens, each token family and each link from the portal; and the accounts that they opened'

export function addLeakCommands(program: Command): void {
  const noun = program.command('leak').description('Secrets and tokens that were found where they should not be.')
  verbsOf(noun)('check', about, {
    stdin: required(flag('--stdin', 'read the text, at most 64 KiB, from standard input')),
    contain: flag('--contain', containing),
  }).here(async ({ services, actor }, { contain }) => {
    const credentials = await checkLeak(services, actor, await text(process.stdin))
    const containments = contain ? credentials.map(containmentOf).filter((each) => each !== undefined) : []
    for (const containment of containments) await containLeak(services, actor, containment)
    const said = contain ? [`Contained: ${containments.length}.`] : []
    return { json: { credentials, containments }, lines: [...formatCredentials(credentials), ...said] }
  })
}

function formatCredentials(credentials: readonly CheckedCredential[]): string[] {
  if (credentials.length === 0) return ['No credentials of this server were found.']
  return formatTable(['KIND', 'NOW', 'UNTIL (UTC)', 'STATE', 'KEY ID', 'KEY', 'FROM'], credentials.map(toCells))
}

function toCells(found: CheckedCredential): string[] {
  if (!found.known) return [found.kind, 'unknown', '–', '–', '–', '–', '–']
  const { kind, works, worksUntil, state, keyId, keyName, networks = [] } = found
  const until = works && worksUntil === null ? 'no end' : formatInstant(worksUntil ?? null)
  const from = networks.map(formatNetwork).join(', ')
  return [kind, works ? 'works' : 'does not work', until, state, keyId ?? '–', keyName ?? '–', from || '–']
}

/** `known`: the key was used from there before. */
function formatNetwork({ network, knownSince }: UsedNetwork): string {
  if (knownSince === undefined) return network
  return `${network} (${knownSince === null ? 'new' : 'known'})`
}
