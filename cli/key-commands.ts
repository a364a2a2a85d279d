import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { type LimitMode, limitModes } from '#lib/api-keys/call-limit.ts'
import { type KeyScope, keyScopes, toKeyScopes } from '#lib/api-keys/scopes.ts'
import { addChangeAndUsage } from './key-change-commands.ts'
import type { CreatedKey } from './local/keys.ts'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, formatInstant, formatTable } from './output.ts'
import { readPublicKey } from './read-public-key.ts'
import { addRotate, formatHandOver } from './rotate-command.ts'
import { addSecretVerbs } from './secret-commands.ts'
import { addVerb } from './verb.ts'

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
  publicKey?: unknown
}>

export function addKeyCommands(program: Command): void {
  const noun = program.command('key').description('API keys: a key ID and a secret that act as their owner.')
  addCreate(noun)
  addVerb(noun, 'list', async ({ keys }) => {
    const all = await keys.list()
    return { json: { keys: all }, lines: formatKeys(all) }
  }).description('List all keys, newest first. Secrets are not stored.')
  addVerb(noun, 'disable <keyId>', async ({ keys }, keyId: string) => {
    await keys.disable(keyId)
    return { json: { keyId }, lines: [`Disabled ${keyId}.`] }
  }).description('Suspend a key and its tokens, immediately.')
  addVerb(noun, 'enable <keyId>', async ({ keys }, keyId: string) => {
    await keys.enable(keyId)
    return { json: { keyId }, lines: [`Enabled ${keyId}.`] }
  }).description('Enable a disabled key.')
  addVerb(noun, 'revoke <keyId>', async ({ keys }, keyId: string) => {
    await keys.revoke(keyId)
    return { json: { keyId }, lines: [`Revoked ${keyId}.`] }
  }).description('Permanently revoke a key and its tokens.')
  addChangeAndUsage(noun)
  addRotate(noun)
  addSecretVerbs(noun)
  addExtend(noun)
  addLimit(noun)
}

type LimitOptions = Readonly<{ mode: LimitMode | 'off'; perMinute?: number; perDay?: number }>

function addLimit(noun: Command): void {
  addVerb(noun, 'limit <keyId>', async ({ keys }, keyId: string, options: LimitOptions) => {
    const { mode, perMinute = null, perDay = null } = options
    await keys.limit({ keyId, mode, perMinute, perDay })
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
  addVerb(noun, 'extend <keyId>', async ({ keys }, keyId: string, { expires }: { expires: number }) => {
    const expiresAt = await keys.extend(keyId, expires)
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
      readPublicKey,
    )
    .option('--hand-over', 'print a link whose recipient generates the secret, instead of the secret')
    .option('--unique', 'refuse if the owner has an active key with this name (default: generate another)')
}

async function create({ keys }: Operations, options: CreateOptions): Promise<CommandOutput> {
  const { user: owner, publicKey: publicJwk } = options
  const fields = {
    name: options.name,
    expiresInDays: options.expires ?? null,
    scopes: options.scopes,
    accountIds: options.accounts,
    networks: options.networks,
    returnAddresses: options.returnAddresses,
    rotatable: options.rotatable,
    dpop: options.dpop,
    allowSameName: !options.unique,
  }
  if (options.handOver) return formatHandOver(await keys.createHandOver({ owner, fields }))
  return formatCreated(await keys.create({ owner, fields, publicJwk }))
}

function formatCreated({ owner, key: { id, name, secret, expiresAt, sameNameKeyId } }: CreatedKey): CommandOutput {
  const note =
    secret === undefined
      ? `The client signs with its own key. It acts as ${owner.name}.`
      : `Copy the secret now. It can't be shown again. The key acts as ${owner.name}.`
  return {
    json: { keyId: id, ...(secret !== undefined && { secret }), name, ownerId: owner.id, expiresAt },
    lines: [`keyId   ${id}`, ...(secret === undefined ? [] : [`secret  ${secret}`])],
    notes: [note, ...(sameNameKeyId ? [`The owner has another active key with this name: ${sameNameKeyId}.`] : [])],
  }
}

function parseDays(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Enter a whole number of days.')
  return Number(text)
}

/** Refuses an empty list, which would be no limit: it comes from an unset shell variable. */
function parseList(text: string): string[] {
  const words = text.split(',').map((word) => word.trim())
  if (words.includes('')) throw new InvalidArgumentError('Enter one or more values, separated by commas.')
  return words
}

function parseScopes(text: string): KeyScope[] {
  const words = parseList(text)
  const scopes = toKeyScopes(words)
  if (words.some((word) => !scopes.some((scope) => scope === word))) {
    throw new InvalidArgumentError(`Allowed values: ${keyScopes.join(', ')}.`)
  }
  return scopes
}

/** A long list is shown as its length. */
function formatLimit(words: readonly string[] | null): string {
  if (words === null) return '–'
  return words.length > 2 ? `${words.length} listed` : words.join(', ')
}

function formatKeys(keys: readonly ApiKey[]): string[] {
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.owner.name,
    key.state,
    key.scopes.join(', '),
    formatLimit(key.accountIds),
    formatLimit(key.networks),
    formatLimit(key.returnAddresses),
    formatInstant(key.createdAt),
    formatInstant(key.expiresAt),
    formatInstant(key.lastUsedAt),
  ])
  const about = ['KEY ID', 'NAME', 'ACTS AS', 'STATE', 'SCOPES', 'ACCOUNTS', 'NETWORKS', 'RETURNS TO']
  return formatTable([...about, 'CREATED (UTC)', 'EXPIRES (UTC)', 'LAST USED (UTC)'], rows)
}
