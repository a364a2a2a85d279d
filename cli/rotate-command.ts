import { type Command, Option } from 'commander'
import { type RetirementChoice, retirementChoices } from '#lib/api-keys/key-secret.ts'
import type { PrintedLink } from './local/key-secrets.ts'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, formatInstant } from './output.ts'
import { readPublicKey } from './read-public-key.ts'
import { addVerb } from './verb.ts'

/** What happens to the secret that a new one replaces. */
export type RetirementOptions = Readonly<{ retireAfter?: RetirementChoice; endFamilies?: true }>

type RotateOptions = RetirementOptions & Readonly<{ leaked?: true; publicKey?: unknown }>

export function addRotate(noun: Command): void {
  addRetirementOptions(addVerb(noun, 'rotate <keyId>', rotate))
    .description('Generate another secret for a key and print it, once. Its first use starts to retire the old one.')
    .option('--leaked', 'end every earlier secret and its token families now')
    .option('--public-key <file>', 'add this public key (JWK) of the client in place of a secret', readPublicKey)
}

export function addRetirementOptions(verb: Command): Command {
  return verb
    .addOption(
      new Option('--retire-after <time>', 'how long to keep the old secret working once the new one is used')
        .choices(Object.keys(retirementChoices))
        .default('24h'),
    )
    .option('--end-families', 'end the token families of the old secret with it (default: they run out)')
}

async function rotate({ keys }: Operations, keyId: string, options: RotateOptions): Promise<CommandOutput> {
  const { retireAfter, leaked, publicKey: publicJwk, endFamilies } = options
  const input = { keyId, retireAfter, leaked, families: endFamilies ? 'end' : 'run_out', publicJwk } as const
  const { secretId, secret, lapsesAt } = await keys.rotate(input)
  const until = formatInstant(lapsesAt)
  if (secret === undefined) {
    const notes = [`It lapses at ${until} UTC unless the client signs with it.`]
    return { json: { keyId, secretId, lapsesAt }, lines: [`Added the public key ${secretId} to ${keyId}.`], notes }
  }
  return {
    json: { keyId, secret, lapsesAt },
    lines: [`keyId   ${keyId}`, `secret  ${secret}`],
    notes: [`Copy the secret now. It can't be shown again. It lapses at ${until} UTC unless it is used.`],
  }
}

/** The link, which is printed once. */
export function formatHandOver({ keyId, url, expiresAt }: PrintedLink): CommandOutput {
  const until = `It works once, until ${formatInstant(expiresAt)} UTC.`
  return {
    json: { keyId, url, expiresAt },
    lines: [url],
    notes: [`Copy the link now. It can't be shown again. ${until}`],
  }
}
