import { type Command, InvalidArgumentError, Option } from 'commander'
import { type LimitMode, limitModes } from '#lib/domain/keys/api-keys/call-limit.ts'
import { type KeyScope, keyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import type { ItemOf, RequestOf } from '#lib/web/management-api/client.ts'
import { findUser } from './find-user.ts'
import { addChangeAndUsage } from './key-change-commands.ts'
import { type CommandOutput, formatInstant, inOrder, listOutput } from './output.ts'
import { parseList, parseScopes } from './parse-limits.ts'
import { type PublicJwk, readPublicKeyFile } from './read-public-key.ts'
import { addRotate, formatHandOver } from './rotate-command.ts'
import { addSecretVerbs } from './secret-commands.ts'
import { addVerb, type Site } from './verb.ts'

type CreateOptions = Readonly<{
  user: string
  name: string
  expires?: number
  scopes?: KeyScope[]
  accounts?: string[]
  networks?: string[]
  returnAddresses?: string[]
  rotatable?: true
  dpop?: true
  unique?: true
  handOver?: true
  publicKey?: PublicJwk
}>

export function addKeyCommands(program: Command): void {
  const noun = program.command('key').description('API keys: a key ID and a secret that act as their owner.')
  addCreate(noun)
  addVerb(noun, 'list', listKeys).description('List all keys, newest first. Secrets are not stored.')
  for (const { verb, state, done, description } of states) {
    addVerb(noun, `${verb} <keyId>`, async (site, keyId: string) => {
      await patchKey(site, keyId, { state })
      return { json: { keyId }, lines: [`${done} ${keyId}.`] }
    }).description(description)
  }
  addChangeAndUsage(noun)
  addRotate(noun)
  addSecretVerbs(noun)
  addExtend(noun)
  addLimit(noun)
}

const states = [
  { verb: 'disable', state: 'disabled', done: 'Disabled', description: 'Suspend a key and its tokens, immediately.' },
  { verb: 'enable', state: 'active', done: 'Enabled', description: 'Enable a disabled key.' },
  { verb: 'revoke', state: 'revoked', done: 'Revoked', description: 'Permanently revoke a key and its tokens.' },
] as const

function patchKey({ api }: Site, keyId: string, body: RequestOf<'patchKey'>['body']) {
  return api.call('patchKey', { params: { keyId }, body })
}

type LimitOptions = Readonly<{ mode: LimitMode | 'off'; perMinute?: number; perDay?: number }>

function addLimit(noun: Command): void {
  addVerb(noun, 'limit <keyId>', async (site, keyId: string, options: LimitOptions) => {
    const { mode, perMinute = null, perDay = null } = options
    await patchKey(site, keyId, { callLimit: mode === 'off' ? null : { mode, perMinute, perDay } })
    return { json: { keyId, mode, perMinute, perDay }, lines: [`Changed the call limit of ${keyId}.`] }
  })
    .description('Limit the calls of a key. It replaces the limit that the key has.')
    .addOption(
      new Option('--mode <mode>', 'count what would be refused, refuse it with 429, or remove the limit')
        .choices([...limitModes, 'off'])
        .makeOptionMandatory(),
    )
    .option('--per-minute <calls>', 'calls in each minute', parseCalls)
    .option('--per-day <calls>', 'calls in each day (UTC)', parseCalls)
}

function parseCalls(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('Enter a whole number of calls.')
  return Number(text)
}

function addExtend(noun: Command): void {
  addVerb(noun, 'extend <keyId>', async (site, keyId: string, { expires }: { expires: number }) => {
    const { expiresAt } = await patchKey(site, keyId, { expiresInDays: expires })
    return { json: { keyId, expiresAt }, lines: [`${keyId} expires at ${formatInstant(expiresAt)} UTC.`] }
  })
    .description('Let a key expire later, before it has ended.')
    .requiredOption('--expires <days>', 'days from now until the key expires', parseDays)
}

function addCreate(noun: Command): void {
  addVerb(noun, 'create', create)
    .description('Generate a key and print its ID and its secret, once.')
    .requiredOption('--user <email>', 'the owner that the key acts as: email address or username')
    .requiredOption('--name <name>', 'the program that will use the key')
    .option('--expires <days>', 'days until the key expires (default: never)', parseDays)
    .option('--scopes <A,B>', `permissions, of ${keyScopes.join(', ')} (default: sso)`, parseScopes)
    .option('--accounts <A,B>', 'limit the key to these accounts (default: all accounts of the owner)', parseList)
    .option('--networks <A,B>', 'limit the key to these IP addresses or ranges, for example 10.0.0.0/8', parseList)
    .option('--return-addresses <A,B>', 'limit the links of the key to these registered return addresses', parseList)
    .option('--rotatable', 'let the program rotate the secret with the key itself')
    .option('--dpop', 'bind its tokens to a key of the program (DPoP, RFC 9449), which has to prove it with each call')
    .option(
      '--public-key <file>',
      'the client signs with the key of this public JWK: no secret is generated',
      readPublicKeyFile,
    )
    .option('--hand-over', 'print a link whose recipient generates the secret, instead of the secret')
    .option('--unique', 'refuse if the owner has an active key with this name (default: generate another)')
}

async function create(site: Site, options: CreateOptions): Promise<CommandOutput> {
  const owner = await findUser(site, options.user)
  const { name, accounts: accountIds, expires: expiresInDays = null, publicKey: publicJwk, handOver = false } = options
  const { scopes, networks, returnAddresses, rotatable, dpop, unique } = options
  const key = await site.api.call('generateKey', {
    body: {
      ...{ ownerId: owner.id, name, expiresInDays, scopes, accountIds, networks, returnAddresses, rotatable, dpop },
      ...{ publicJwk: handOver ? undefined : publicJwk, handOver, allowSameName: !unique },
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
}

function parseDays(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Enter a whole number of days.')
  return Number(text)
}

async function listKeys({ api }: Site): Promise<CommandOutput> {
  const keys = (await api.list('listKeys', {})).map(toKey)
  const newest = inOrder(keys, ({ createdAt }) => String(createdAt).padStart(16, '0')).reverse()
  return listOutput('keys', newest, [
    ['KEY ID', ({ id }) => id],
    ['NAME', ({ name }) => name],
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
