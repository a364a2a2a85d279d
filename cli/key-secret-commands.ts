import { maxHandOverHours } from '#lib/domain/keys/api-keys/hand-over.ts'
import {
  maxCountedFamilies,
  maxRehearsalMinutes,
  type RetirementChoice,
  retirementChoices,
} from '#lib/domain/keys/api-keys/key-secret.ts'
import type { ResponseOf } from '#lib/web/management-api/client.ts'
import { isNotFound } from './find.ts'
import { choice, flag, option, readPublicKey, wholeNumber, withDefault } from './options.ts'
import { type CommandOutput, formatFacts, formatInstant, listOutput } from './output.ts'
import type { Site, Verbs } from './verb.ts'

/** Verbs of `key` about its secrets. */
export function addSecretVerbs(verb: Verbs): void {
  addRotate(verb)
  addHandOver(verb)
  verb('secrets <keyId>', 'List the secrets of a key with their state and use, newest first.').onSite(
    async ({ api }, keyId) => describeSecrets(keyId, await api.call('listKeySecrets', { params: { keyId } })),
  )
  verb('retire-secret <keyId> <secretId>', 'Retire a retiring secret now, or discard a pending one.', {
    endFamilies: flag('--end-families', 'end its token families, and the accounts that they opened'),
  }).onSite(async ({ api }, keyId, secretId, { endFamilies }) => {
    const query = { families: endFamilies ? 'end' : undefined }
    await api.call('retireKeySecret', { params: { keyId, secretId }, query })
    return { json: { keyId, secretId }, lines: [`Retired ${secretId}.`] }
  })
  addRehearse(verb)
}

export function publicKeyOption(description: string) {
  return option('--public-key <file>', description, readPublicKey)
}

/** What happens to the secret that a new one replaces. */
function retirementOptions() {
  const times = Object.keys(retirementChoices) as RetirementChoice[]
  const time = choice(
    '--retire-after <time>',
    'how long to keep the old secret working once the new one is used',
    times,
  )
  return {
    retireAfter: withDefault(time, '24h'),
    endFamilies: flag('--end-families', 'end the token families of the old secret with it (default: they run out)'),
  }
}

/** As requests have it. */
function toRetirement({ retireAfter, endFamilies }: Readonly<{ retireAfter: RetirementChoice; endFamilies?: true }>) {
  return { retireAfter, families: endFamilies ? 'end' : 'run_out' } as const
}

function addRotate(verb: Verbs): void {
  const about = 'Generate another secret for a key and print it, once. Its first use starts to retire the old one.'
  verb('rotate <keyId>', about, {
    ...retirementOptions(),
    leaked: flag('--leaked', 'end every earlier secret and its token families now'),
    publicJwk: publicKeyOption('add this public key (JWK) of the client in place of a secret'),
  }).onSite(async ({ api }, keyId, { leaked, publicJwk, ...retirement }) => {
    const body = { ...toRetirement(retirement), leaked, publicJwk }
    const rotated = await api.call('rotateKeySecret', { params: { keyId }, body })
    const { id: secretId, secret, worksUntil: lapsesAt } = rotated
    const until = formatInstant(lapsesAt)
    if (secret === undefined) {
      const notes = [`It lapses at ${until} UTC unless the client signs with it.`]
      return { json: { keyId, secretId, lapsesAt }, lines: [`Added the public key ${secretId} to ${keyId}.`], notes }
    }
    return {
      json: { keyId, secret, lapsesAt },
      lines: formatFacts({ keyId, secret }),
      notes: [`Copy the secret now. It can't be shown again. It lapses at ${until} UTC unless it is used.`],
    }
  })
}

function addHandOver(verb: Verbs): void {
  const parseHours = wholeNumber(/^[1-9]\d?$/, 'Enter a whole number of hours.')
  verb('hand-over <keyId>', 'Create a link whose recipient generates the next secret of a key. It works once.', {
    ...retirementOptions(),
    hours: option('--expires <hours>', `1 to ${maxHandOverHours} (default: ${maxHandOverHours})`, parseHours),
    withdraw: flag('--withdraw', 'end the open link'),
  }).onSite(async (site, keyId, { hours, withdraw, ...retirement }) => {
    if (withdraw) {
      const withdrawn = await withdrawLink(site, keyId)
      return { json: { keyId, withdrawn }, lines: [withdrawn ? 'Withdrew the link.' : 'No link is open.'] }
    }
    const body = { ...toRetirement(retirement), hours }
    return formatHandOver(keyId, await site.api.call('handOverKey', { params: { keyId }, body }))
  })
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

/** The link, which is printed once. */
export function formatHandOver(keyId: string, { url, expiresAt }: ResponseOf<'handOverKey'>): CommandOutput {
  const until = `It works once, until ${formatInstant(expiresAt)} UTC.`
  return {
    json: { keyId, url, expiresAt },
    lines: [url],
    notes: [`Copy the link now. It can't be shown again. ${until}`],
  }
}

function addRehearse(verb: Verbs): void {
  const parseMinutes = wholeNumber(/^\d{1,4}$/, 'Enter a whole number of minutes.')
  verb('rehearse <keyId>', 'Refuse the retiring secret of a key for some minutes. It then works again by itself.', {
    minutes: option('--minutes <number>', `1 to ${maxRehearsalMinutes} (default: 5)`, parseMinutes),
    end: flag('--end', 'end a rehearsal now'),
  }).onSite(async ({ api }, keyId, { minutes, end }) => {
    if (end) {
      await api.call('endKeyRehearsal', { params: { keyId } })
      return { json: { keyId, until: null }, lines: ['The old secret works again.'] }
    }
    const { refusedUntil: until } = await api.call('rehearseKeyRetirement', { params: { keyId }, body: { minutes } })
    const time = new Date(until).toISOString().slice(11, 19)
    return { json: { keyId, until }, lines: [`The old secret is refused until ${time} UTC.`] }
  })
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
