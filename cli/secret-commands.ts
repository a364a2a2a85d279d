import { type Command, InvalidArgumentError, Option } from 'commander'
import { maxHandOverHours } from '#lib/api-keys/hand-over.ts'
import { retirementChoices } from '#lib/api-keys/key-secret.ts'
import { type HandOverLink, handOverKey } from '#lib/hand-over/hand-over-key.ts'
import { withdrawHandOver } from '#lib/hand-over/withdraw-hand-over.ts'
import {
  type KeySecret,
  type KeySecrets,
  maxCountedFamilies,
  readKeySecrets,
} from '#lib/key-rotation/read-key-secrets.ts'
import { endRehearsal, maxRehearsalMinutes, rehearseRetirement } from '#lib/key-rotation/rehearse-retirement.ts'
import { retireSecret } from '#lib/key-rotation/retire-secret.ts'
import { type RotationInput, rotatePublicKey, rotateSecret } from '#lib/key-rotation/rotate-secret.ts'
import { type CommandOutput, formatInstant, formatTable } from './output.ts'
import { readPublicKey } from './read-public-key.ts'
import { addVerb, type CommandContext } from './run.ts'

type RotateOptions = Readonly<{
  retireAfter?: NonNullable<RotationInput['retireAfter']>
  endFamilies?: true
  leaked?: true
  publicKey?: unknown
}>

/** Verbs of `key` that change a key's secrets. */
export function addSecretVerbs(noun: Command): void {
  addVerb(noun, 'rotate <keyId>', rotate)
    .description('Generate another secret for a key and print it, once. Its first use starts to retire the old one.')
    .addOption(retireAfterOption())
    .option('--end-families', 'end the token families of the old secret with it (default: they run out)')
    .option('--leaked', 'end every earlier secret and its token families now')
    .option('--public-key <file>', 'add this public key (JWK) of the client in place of a secret', readPublicKey)
  addVerb(noun, 'hand-over <keyId>', handOver)
    .description('Create a link whose recipient generates the next secret of a key. It works once.')
    .addOption(retireAfterOption())
    .option('--end-families', 'end the token families of the old secret with it (default: they run out)')
    .option('--expires <hours>', `1 to ${maxHandOverHours} (default: ${maxHandOverHours})`, parseHours)
    .option('--withdraw', 'end the open link')
  addVerb(noun, 'secrets <keyId>', async ({ services, actor }, keyId: string) => {
    const found = await readKeySecrets(services, actor, keyId)
    return { json: { keyId, ...found, isSafeToRetire: found.isSafeToRetire ?? null }, lines: formatSecrets(found) }
  }).description('List the secrets of a key with their state and use, newest first.')
  addVerb(noun, 'retire-secret <keyId> <secretId>', retire)
    .description('Retire a retiring secret now, or discard a pending one.')
    .option('--end-families', 'end its token families, and the accounts that they opened')
  addVerb(noun, 'rehearse <keyId>', rehearse)
    .description('Refuse the retiring secret of a key for some minutes. It then works again by itself.')
    .option('--minutes <number>', `1 to ${maxRehearsalMinutes} (default: 5)`, parseMinutes)
    .option('--end', 'end a rehearsal now')
}

function retireAfterOption(): Option {
  return new Option('--retire-after <time>', 'how long to keep the old secret working once the new one is used')
    .choices(Object.keys(retirementChoices))
    .default('24h')
}

async function rotate({ services, actor }: CommandContext, keyId: string, options: RotateOptions) {
  const { retireAfter, leaked, publicKey: publicJwk } = options
  const input = { keyId, retireAfter, leaked, families: options.endFamilies ? 'end' : 'run_out' } as const
  if (publicJwk !== undefined) {
    const { secretId, lapsesAt } = await rotatePublicKey(services, actor, { ...input, publicJwk })
    const notes = [`It lapses at ${formatInstant(lapsesAt)} UTC unless the client signs with it.`]
    return { json: { keyId, secretId, lapsesAt }, lines: [`Added the public key ${secretId} to ${keyId}.`], notes }
  }
  const { secret, lapsesAt } = await rotateSecret(services, actor, input)
  return {
    json: { keyId, secret, lapsesAt },
    lines: [`keyId   ${keyId}`, `secret  ${secret}`],
    notes: [
      `Copy the secret now. It can't be shown again. It lapses at ${formatInstant(lapsesAt)} UTC unless it is used.`,
    ],
  }
}

type HandOverOptions = Omit<RotateOptions, 'leaked'> & Readonly<{ expires?: number; withdraw?: true }>

async function handOver(
  { services, actor }: CommandContext,
  keyId: string,
  { retireAfter, endFamilies, expires: hours, withdraw }: HandOverOptions,
): Promise<CommandOutput> {
  if (withdraw) {
    const withdrawn = await withdrawHandOver(services, actor, keyId)
    return { json: { keyId, withdrawn }, lines: [withdrawn ? 'Withdrew the link.' : 'No link is open.'] }
  }
  const families = endFamilies ? 'end' : 'run_out'
  return formatHandOver(await handOverKey(services, actor, { keyId, retireAfter, families, hours }))
}

/** The link, which is printed once. */
export function formatHandOver({ keyId, url, expiresAt }: HandOverLink): CommandOutput {
  const until = `It works once, until ${formatInstant(expiresAt)} UTC.`
  return {
    json: { keyId, url, expiresAt },
    lines: [url],
    notes: [`Copy the link now. It can't be shown again. ${until}`],
  }
}

function parseHours(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Enter a whole number of hours.')
  return Number(text)
}

type RetireOptions = Readonly<{ endFamilies?: true }>

async function retire(
  { services, actor }: CommandContext,
  keyId: string,
  secretId: string,
  { endFamilies }: RetireOptions,
): Promise<CommandOutput> {
  await retireSecret(services, actor, { keyId, secretId, endFamilies })
  return { json: { keyId, secretId }, lines: [`Retired ${secretId}.`] }
}

type RehearseOptions = Readonly<{ minutes?: number; end?: true }>

async function rehearse({ services, actor }: CommandContext, keyId: string, { minutes, end }: RehearseOptions) {
  if (end) {
    await endRehearsal(services, actor, keyId)
    return { json: { keyId, until: null }, lines: ['The old secret works again.'] }
  }
  const { until } = await rehearseRetirement(services, actor, { keyId, minutes })
  const time = new Date(until).toISOString().slice(11, 19)
  return { json: { keyId, until }, lines: [`The old secret is refused until ${time} UTC.`] }
}

function parseMinutes(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Enter a whole number of minutes.')
  return Number(text)
}

function formatSecrets({ secrets, families, isSafeToRetire }: KeySecrets): string[] {
  const used = ['LAST USED (UTC)', 'UNTIL (UTC)', 'FAMILIES', 'CALLS IN 24 HOURS']
  const headings = ['SECRET ID', 'KIND', 'STATE', 'GENERATED (UTC)', ...used]
  const lines = formatTable(headings, secrets.map(toCells))
  const addresses = families.map(
    ({ issuedFrom, lastUsedAt }) => `  family from ${issuedFrom}, last used ${formatInstant(lastUsedAt)}`,
  )
  if (isSafeToRetire === undefined) return lines
  return [...lines, ...addresses, isSafeToRetire ? 'Safe to retire.' : 'The retiring secret may still be in use.']
}

function toCells(secret: KeySecret) {
  const { id, state, createdAt, lastUsedAt, worksUntil, retiredAt, rehearsal, liveFamilies, callsInLastDay } = secret
  return [
    id,
    secret.thumbprint === null ? 'secret' : 'public key',
    rehearsal ? `${state}, rehearsing` : state,
    formatInstant(createdAt),
    formatInstant(lastUsedAt),
    formatInstant(retiredAt ?? worksUntil),
    liveFamilies >= maxCountedFamilies ? `${maxCountedFamilies}+` : String(liveFamilies),
    String(callsInLastDay),
  ]
}
