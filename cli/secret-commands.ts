import { type Command, InvalidArgumentError } from 'commander'
import { maxHandOverHours } from '#lib/api-keys/hand-over.ts'
import { maxCountedFamilies, maxRehearsalMinutes } from '#lib/api-keys/key-secret.ts'
import type { KeySecret, KeySecrets } from '#lib/key-rotation/read-key-secrets.ts'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, formatInstant, formatTable } from './output.ts'
import { addRetirementOptions, formatHandOver, type RetirementOptions } from './rotate-command.ts'
import { addVerb } from './verb.ts'

/** Verbs of `key` about its secrets, apart from `rotate`. */
export function addSecretVerbs(noun: Command): void {
  addRetirementOptions(addVerb(noun, 'hand-over <keyId>', handOver))
    .description('Create a link whose recipient generates the next secret of a key. It works once.')
    .option('--expires <hours>', `1 to ${maxHandOverHours} (default: ${maxHandOverHours})`, parseHours)
    .option('--withdraw', 'end the open link')
  addVerb(noun, 'secrets <keyId>', async ({ keySecrets }, keyId: string) => {
    const found = await keySecrets.list(keyId)
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

type HandOverOptions = RetirementOptions & Readonly<{ expires?: number; withdraw?: true }>

async function handOver(
  { keySecrets }: Operations,
  keyId: string,
  { retireAfter, endFamilies, expires: hours, withdraw }: HandOverOptions,
): Promise<CommandOutput> {
  if (withdraw) {
    const withdrawn = await keySecrets.withdrawHandOver(keyId)
    return { json: { keyId, withdrawn }, lines: [withdrawn ? 'Withdrew the link.' : 'No link is open.'] }
  }
  const families = endFamilies ? 'end' : 'run_out'
  return formatHandOver(await keySecrets.handOver({ keyId, retireAfter, families, hours }))
}

function parseHours(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Enter a whole number of hours.')
  return Number(text)
}

type RetireOptions = Readonly<{ endFamilies?: true }>

async function retire(
  { keySecrets }: Operations,
  keyId: string,
  secretId: string,
  { endFamilies }: RetireOptions,
): Promise<CommandOutput> {
  await keySecrets.retire({ keyId, secretId, endFamilies: endFamilies ?? false })
  return { json: { keyId, secretId }, lines: [`Retired ${secretId}.`] }
}

type RehearseOptions = Readonly<{ minutes?: number; end?: true }>

async function rehearse({ keySecrets }: Operations, keyId: string, { minutes, end }: RehearseOptions) {
  if (end) {
    await keySecrets.endRehearsal(keyId)
    return { json: { keyId, until: null }, lines: ['The old secret works again.'] }
  }
  const until = await keySecrets.rehearse({ keyId, minutes })
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
