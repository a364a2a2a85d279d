import { type Command, Option } from 'commander'
import { type RetirementChoice, retirementChoices } from '#lib/domain/keys/api-keys/key-secret.ts'
import { type CommandOutput, formatInstant } from './output.ts'
import { type PublicJwk, readPublicKeyFile } from './read-public-key.ts'
import { addVerb, type Site } from './verb.ts'

/** What happens to the secret that a new one replaces. */
export type RetirementOptions = Readonly<{ retireAfter?: RetirementChoice; endFamilies?: true }>

type RotateOptions = RetirementOptions & Readonly<{ leaked?: true; publicKey?: PublicJwk }>

export function addRotate(noun: Command): void {
  addRetirementOptions(addVerb(noun, 'rotate <keyId>', rotate))
    .description('Generate another secret for a key and print it, once. Its first use starts to retire the old one.')
    .option('--leaked', 'end every earlier secret and its token families now')
    .option('--public-key <file>', 'add this public key (JWK) of the client in place of a secret', readPublicKeyFile)
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

async function rotate({ api }: Site, keyId: string, options: RotateOptions): Promise<CommandOutput> {
  const { leaked, publicKey: publicJwk } = options
  const {
    id: secretId,
    secret,
    worksUntil: lapsesAt,
  } = await api.call('rotateKeySecret', {
    params: { keyId },
    body: { ...toRetirement(options), leaked, publicJwk },
  })
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

/** As requests have it. */
export function toRetirement({ retireAfter, endFamilies }: RetirementOptions) {
  return { retireAfter, families: endFamilies ? 'end' : 'run_out' } as const
}

type PrintedLink = Readonly<{ url: string; expiresAt: number }>

/** The link, which is printed once. */
export function formatHandOver(keyId: string, { url, expiresAt }: PrintedLink): CommandOutput {
  const until = `It works once, until ${formatInstant(expiresAt)} UTC.`
  return {
    json: { keyId, url, expiresAt },
    lines: [url],
    notes: [`Copy the link now. It can't be shown again. ${until}`],
  }
}
