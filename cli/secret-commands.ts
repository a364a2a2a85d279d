import { type Command, InvalidArgumentError } from 'commander'
import { maxHandOverHours } from '#lib/domain/keys/api-keys/hand-over.ts'
import { maxCountedFamilies, maxRehearsalMinutes } from '#lib/domain/keys/api-keys/key-secret.ts'
import type { ResponseOf } from '#lib/web/management-api/client.ts'
import { isNotFound } from './account-note.ts'
import { type CommandOutput, formatInstant, listOutput } from './output.ts'
import { addRetirementOptions, formatHandOver, type RetirementOptions, toRetirement } from './rotate-command.ts'
import { addVerb, type Site } from './verb.ts'

/** Verbs of `key` about its secrets, apart from `rotate`. */
export function addSecretVerbs(noun: Command): void {
  addRetirementOptions(addVerb(noun, 'hand-over <keyId>', handOver))
    .description('Create a link whose recipient generates the next secret of a key. It works once.')
    .option('--expires <hours>', `1 to ${maxHandOverHours} (default: ${maxHandOverHours})`, parseHours)
    .option('--withdraw', 'end the open link')
  addVerb(noun, 'secrets <keyId>', async ({ api }, keyId: string) =>
    describeSecrets(keyId, await api.call('listKeySecrets', { params: { keyId } })),
  ).description('List the secrets of a key with their state and use, newest first.')
  addVerb(noun, 'retire-secret <keyId> <secretId>', retire)
    .description('Retire a retiring secret now, or discard a pending one.')
    .option('--end-families', 'end its token families, and the accounts that they opened')
  addVerb(noun, 'rehearse <keyId>', rehearse)
    .description('Refuse the retiring secret of a key for some minutes. It then works again by itself.')
    .option('--minutes <number>', `1 to ${maxRehearsalMinutes} (default: 5)`, parseMinutes)
    .option('--end', 'end a rehearsal now')
}

type HandOverOptions = RetirementOptions & Readonly<{ expires?: number; withdraw?: true }>

async function handOver(site: Site, keyId: string, options: HandOverOptions): Promise<CommandOutput> {
  if (options.withdraw) {
    const withdrawn = await withdrawLink(site, keyId)
    return { json: { keyId, withdrawn }, lines: [withdrawn ? 'Withdrew the link.' : 'No link is open.'] }
  }
  const body = { ...toRetirement(options), hours: options.expires }
  return formatHandOver(keyId, await site.api.call('handOverKey', { params: { keyId }, body }))
}

/** A key without an open link and an unknown key are both `not_found`. */
async function withdrawLink({ api }: Site, keyId: string): Promise<boolean> {
  try {
    await api.call('withdrawKeyHandOver', { params: { keyId } })
    return true
  } catch (error) {
    if (!isNotFound(error)) throw error
    await api.call('getKey', { params: { keyId } })
    return false
  }
}

function parseHours(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Enter a whole number of hours.')
  return Number(text)
}

type RetireOptions = Readonly<{ endFamilies?: true }>

async function retire(
  { api }: Site,
  keyId: string,
  secretId: string,
  { endFamilies }: RetireOptions,
): Promise<CommandOutput> {
  const query = { families: endFamilies ? 'end' : undefined }
  await api.call('retireKeySecret', { params: { keyId, secretId }, query })
  return { json: { keyId, secretId }, lines: [`Retired ${secretId}.`] }
}

type RehearseOptions = Readonly<{ minutes?: number; end?: true }>

async function rehearse({ api }: Site, keyId: string, { minutes, end }: RehearseOptions) {
  if (end) {
    await api.call('endKeyRehearsal', { params: { keyId } })
    return { json: { keyId, until: null }, lines: ['The old secret works again.'] }
  }
  const { refusedUntil: until } = await api.call('rehearseKeyRetirement', { params: { keyId }, body: { minutes } })
  const time = new Date(until).toISOString().slice(11, 19)
  return { json: { keyId, until }, lines: [`The old secret is refused until ${time} UTC.`] }
}

function parseMinutes(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Enter a whole number of minutes.')
  return Number(text)
}

function describeSecrets(keyId: string, found: ResponseOf<'listKeySecrets'>): CommandOutput {
  const { items, families, safeToRetire: isSafeToRetire } = found
  const { json, lines } = listOutput('secrets', items.map(toSecret), [
    ['SECRET ID', ({ id }) => id],
    ['KIND', ({ thumbprint }) => (thumbprint === null ? 'secret' : 'public key')],
    ['STATE', ({ state, rehearsal }) => (rehearsal ? `${state}, rehearsing` : state)],
    ['GENERATED (UTC)', ({ createdAt }) => formatInstant(createdAt)],
    ['LAST USED (UTC)', ({ lastUsedAt }) => formatInstant(lastUsedAt)],
    ['UNTIL (UTC)', ({ retiredAt, worksUntil }) => formatInstant(retiredAt ?? worksUntil)],
    ['FAMILIES', ({ liveFamilies: live }) => (live >= maxCountedFamilies ? `${maxCountedFamilies}+` : String(live))],
    ['CALLS IN 24 HOURS', ({ callsInLastDay }) => String(callsInLastDay)],
  ])
  const addresses = families.map(
    ({ issuedFrom, lastUsedAt }) => `  family from ${issuedFrom}, last used ${formatInstant(lastUsedAt)}`,
  )
  const verdict = isSafeToRetire ? 'Safe to retire.' : 'The retiring secret may still be in use.'
  return {
    json: { keyId, ...json, families, isSafeToRetire },
    lines: isSafeToRetire === null ? lines : [...lines, ...addresses, verdict],
  }
}

/** Commands show a rehearsal as one object. */
function toSecret({ refusedFrom: from, refusedUntil: until, ...secret }: Secret) {
  return { ...secret, rehearsal: from === null ? null : { from, until } }
}

type Secret = ResponseOf<'listKeySecrets'>['items'][number]
