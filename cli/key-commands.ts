import { type Command, InvalidArgumentError } from 'commander'
import { limitModes } from '#lib/domain/keys/api-keys/call-limit.ts'
import { keyLimitNames } from '#lib/domain/keys/api-keys/field-limits.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import { type KeyScope, keyScopes, toKeyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import { recordOf } from '#lib/kernel/record-of.ts'
import type { ItemOf, RequestOf } from '#lib/web/management-api/client.ts'
import { findUser } from './find.ts'
import { addSecretVerbs, formatHandOver, publicKeyOption } from './key-secret-commands.ts'
import { addUsage } from './key-usage-command.ts'
import { changedTexts, choice, flag, option, parseList, required, textColumns, wholeNumber } from './options.ts'
import { type CommandOutput, formatInstant, inOrder, listOutput } from './output.ts'
import { type Site, type Verbs, verbsOf } from './verb.ts'

export function addKeyCommands(program: Command): void {
  const verb = verbsOf(program.command('key').description('API keys: a key ID and a secret that act as their owner.'))
  addCreate(verb)
  verb('list', 'List all keys, newest first. Secrets are not stored.').onSite(listKeys)
  addStates(verb)
  addChange(verb)
  addNarrow(verb)
  addUsage(verb)
  addSecretVerbs(verb)
  addLimits(verb)
}

function addStates(verb: Verbs): void {
  const setState = (state: 'active' | 'disabled' | 'revoked', done: string) => async (site: Site, keyId: string) => {
    await patchKey(site, keyId, { state })
    return { json: { keyId }, lines: [`${done} ${keyId}.`] }
  }
  verb('disable <keyId>', 'Suspend a key and its tokens, immediately.').onSite(setState('disabled', 'Disabled'))
  verb('enable <keyId>', 'Enable a disabled key.').onSite(setState('active', 'Enabled'))
  verb('revoke <keyId>', 'Permanently revoke a key and its tokens.').onSite(setState('revoked', 'Revoked'))
}

function patchKey({ api }: Site, keyId: string, body: RequestOf<'patchKey'>['body']) {
  return api.call('patchKey', { params: { keyId }, body })
}

function addChange(verb: Verbs): void {
  verb('change <keyId>', 'Change the name or the note of a key. What is not given stays.', {
    name: option('--name <name>', 'the program that uses the key'),
    ...changedTexts(keyFields),
  })
    .needsOption('what to change')
    .onSite(async (site, id, body) => {
      const key = await patchKey(site, id, body)
      const { id: keyId, name } = key
      return { json: { keyId, name, ...keyFields.toShown(key) }, lines: [`Changed ${keyId} (${name}).`] }
    })
}

function addNarrow(verb: Verbs): void {
  verb('narrow <keyId>', 'Narrow what a key may do, at once and for good. What is not given stays.', {
    scopes: option('--scopes <A,B>', 'the permissions that stay', parseScopes),
    accountIds: option('--accounts <A,B>', 'the accounts that it may still open', parseList),
    networks: option('--networks <A,B>', 'the IP addresses or ranges from which it still works', parseList),
    returnAddresses: option(
      '--return-addresses <A,B>',
      'the return addresses that its links may still have',
      parseList,
    ),
  })
    .needsOption('what stays')
    .onSite(async (site, keyId, body) => {
      const key = await patchKey(site, keyId, body)
      const json = { keyId, ...recordOf(keyLimitNames, (name) => key[name]) }
      return { json, lines: [`Narrowed ${keyId} (${key.name}).`] }
    })
}

const parseDays = wholeNumber(/^[1-9]\d{0,8}$/, 'Enter a whole number of days.')
const parseCalls = wholeNumber(/^[1-9]\d{0,9}$/, 'Enter a whole number of calls.')

function addLimits(verb: Verbs): void {
  verb('extend <keyId>', 'Let a key expire later, before it has ended.', {
    expiresInDays: required(option('--expires <days>', 'days from now until the key expires', parseDays)),
  }).onSite(async (site, keyId, body) => {
    const { expiresAt } = await patchKey(site, keyId, body)
    return { json: { keyId, expiresAt }, lines: [`${keyId} expires at ${formatInstant(expiresAt)} UTC.`] }
  })
  const modes = [...limitModes, 'off'] as const
  verb('limit <keyId>', 'Limit the calls of a key. It replaces the limit that the key has.', {
    mode: required(
      choice('--mode <mode>', 'count what would be refused, refuse it with 429, or remove the limit', modes),
    ),
    perMinute: option('--per-minute <calls>', 'calls in each minute', parseCalls),
    perDay: option('--per-day <calls>', 'calls in each day (UTC)', parseCalls),
  }).onSite(async (site, keyId, { mode, perMinute = null, perDay = null }) => {
    await patchKey(site, keyId, { callLimit: mode === 'off' ? null : { mode, perMinute, perDay } })
    return { json: { keyId, mode, perMinute, perDay }, lines: [`Changed the call limit of ${keyId}.`] }
  })
}

function addCreate(verb: Verbs): void {
  verb('create', 'Generate a key and print its ID and its secret, once.', {
    user: required(option('--user <email>', 'the owner that the key acts as: email address or username')),
    name: required(option('--name <name>', 'the program that will use the key')),
    expiresInDays: option('--expires <days>', 'days until the key expires (default: never)', parseDays),
    scopes: option('--scopes <A,B>', `permissions, of ${keyScopes.join(', ')} (default: sso)`, parseScopes),
    accountIds: option(
      '--accounts <A,B>',
      'limit the key to these accounts (default: all accounts of the owner)',
      parseList,
    ),
    networks: option(
      '--networks <A,B>',
      'limit the key to these IP addresses or ranges, for example 10.0.0.0/8',
      parseList,
    ),
    returnAddresses: option(
      '--return-addresses <A,B>',
      'limit the links of the key to these registered return addresses',
      parseList,
    ),
    rotatable: flag('--rotatable', 'let the program rotate the secret with the key itself'),
    dpop: flag(
      '--dpop',
      'bind its tokens to a key of the program (DPoP, RFC 9449), which has to prove it with each call',
    ),
    publicJwk: publicKeyOption('the client signs with the key of this public JWK: no secret is generated'),
    handOver: flag('--hand-over', 'print a link whose recipient generates the secret, instead of the secret'),
    unique: flag('--unique', 'refuse if the owner has an active key with this name (default: generate another)'),
  }).onSite(async (site, { user, unique, publicJwk, handOver = false, ...given }) => {
    const owner = await findUser(site, user)
    const key = await site.api.call('generateKey', {
      body: {
        expiresInDays: null,
        ...given,
        ownerId: owner.id,
        publicJwk: handOver ? undefined : publicJwk,
        handOver,
        allowSameName: !unique,
      },
    })
    if (key.handOver) return formatHandOver(key.id, key.handOver)
    const { id: keyId, secret, expiresAt, sameNameKeyId } = key
    const note =
      secret === undefined
        ? `The client signs with its own key. It acts as ${owner.name}.`
        : `Copy the secret now. It can't be shown again. The key acts as ${owner.name}.`
    return {
      json: { keyId, ...(secret !== undefined && { secret }), name: key.name, ownerId: owner.id, expiresAt },
      lines: [`keyId   ${keyId}`, ...(secret === undefined ? [] : [`secret  ${secret}`])],
      notes: [note, ...(sameNameKeyId ? [`The owner has another active key with this name: ${sameNameKeyId}.`] : [])],
    }
  })
}

function parseScopes(text: string): KeyScope[] {
  const words = parseList(text)
  const scopes = toKeyScopes(words)
  if (words.some((word) => !scopes.some((scope) => scope === word))) {
    throw new InvalidArgumentError(`Allowed values: ${keyScopes.join(', ')}.`)
  }
  return scopes
}

async function listKeys({ api }: Site): Promise<CommandOutput> {
  const keys = (await api.list('listKeys', {})).map(toKey)
  const newest = inOrder(keys, ({ createdAt }) => String(createdAt).padStart(16, '0')).reverse()
  return listOutput('keys', newest, [
    ['KEY ID', ({ id }) => id],
    ['NAME', ({ name }) => name],
    ...textColumns(keyFields),
    ['ACTS AS', ({ owner }) => owner.name],
    ['STATE', ({ state }) => state],
    ['SCOPES', ({ scopes }) => scopes.join(', ')],
    ['ACCOUNTS', ({ accountIds }) => formatLimit(accountIds)],
    ['NETWORKS', ({ networks }) => formatLimit(networks)],
    ['RETURNS TO', ({ returnAddresses }) => formatLimit(returnAddresses)],
    ['CREATED (UTC)', ({ createdAt }) => formatInstant(createdAt)],
    ['EXPIRES (UTC)', ({ expiresAt }) => formatInstant(expiresAt)],
    ['LAST USED (UTC)', ({ lastUsedAt }) => formatInstant(lastUsedAt)],
  ])
}

/** As commands show a key: with its owner as an object, and null where it has no limit. */
function toKey({ ownerId, ownerName, ownerRole, rotatable, dpop, ...key }: ItemOf<'listKeys'>) {
  return {
    ...key,
    owner: { id: ownerId, name: ownerName, role: ownerRole },
    createdByName: key.createdByName ?? undefined,
    isRotatable: rotatable,
    requiresDpop: dpop,
    accountIds: toLimit(key.accountIds),
    networks: toLimit(key.networks),
    returnAddresses: toLimit(key.returnAddresses),
  }
}

function toLimit(words: readonly string[]): readonly string[] | null {
  return words.length === 0 ? null : words
}

/** A long list is shown as its length. */
function formatLimit(words: readonly string[] | null): string {
  if (words === null) return '–'
  return words.length > 2 ? `${words.length} listed` : words.join(', ')
}
