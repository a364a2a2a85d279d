import { type Command, InvalidArgumentError } from 'commander'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { disableApiKey, enableApiKey } from '#lib/api-keys/change-api-key-state.ts'
import { listApiKeys } from '#lib/api-keys/find-api-keys.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import { type KeyScope, keyScopes, toKeyScopes } from '#lib/api-keys/scopes.ts'
import { revokeApiKey } from '#lib/user-lifecycle/revoke-api-key.ts'
import { getUserByName } from '#lib/users/get-user.ts'
import { formatInstant, formatTable, type OutputOptions } from './output.ts'
import { run } from './run.ts'
import { addVerb } from './verb.ts'

type CreateOptions = OutputOptions &
  Readonly<{
    user: string
    name: string
    expires?: number
    scopes?: KeyScope[]
    accounts?: string[]
    networks?: string[]
    unique?: true
  }>

const changes = [
  { verb: 'disable', past: 'Disabled', change: disableApiKey, description: 'Suspend a key and its tokens, at once.' },
  { verb: 'enable', past: 'Enabled', change: enableApiKey, description: 'Let a disabled key work again.' },
  { verb: 'revoke', past: 'Revoked', change: revokeApiKey, description: 'End a key and its tokens for good, at once.' },
] as const

export function addKeyCommands(program: Command): void {
  const noun = program.command('key').description('API keys: a key ID and a secret that act as their owner.')
  addCreate(noun)
  addVerb(noun, 'list', 'List all keys, the newest first. Secrets are kept nowhere.').action((options: OutputOptions) =>
    run(options, async ({ services, actor }) => {
      const keys = await listApiKeys(services, actor)
      return { json: { keys }, lines: formatKeys(keys) }
    }),
  )
  for (const { verb, past, change, description } of changes) {
    addVerb(noun, `${verb} <keyId>`, description).action((keyId: string, options: OutputOptions) =>
      run(options, async ({ services, actor }) => {
        await change(services, actor, keyId)
        return { json: { keyId }, lines: [`${past} ${keyId}.`] }
      }),
    )
  }
}

function addCreate(noun: Command): void {
  addVerb(noun, 'create', 'Generate a key and print its ID and secret. The secret is shown this once.')
    .requiredOption('--user <email>', 'whom the key acts as: e-mail address or user name')
    .requiredOption('--name <name>', 'what it is for')
    .option('--expires <days>', 'days until it ends by itself (default: never)', parseDays)
    .option('--scopes <A,B>', `what it allows, of ${keyScopes.join(', ')} (default: sso)`, parseScopes)
    .option('--accounts <A,B>', 'the only accounts it may open (default: all that the user may)', parseList)
    .option('--networks <A,B>', 'addresses or ranges such as 10.0.0.0/8, the only ones it works from', parseList)
    .option('--unique', 'refuse if the user has an active key of this name (default: generate another)')
    .action((options: CreateOptions) =>
      run(options, async ({ services, actor }) => {
        const owner = await getUserByName(services, actor, options.user)
        const key = await generateApiKey(services, actor, {
          name: options.name,
          ownerId: owner.id,
          expiresInDays: options.expires ?? null,
          scopes: options.scopes,
          accountIds: options.accounts,
          networks: options.networks,
          allowSameName: !options.unique,
        })
        return {
          json: { keyId: key.id, secret: key.secret, name: key.name, ownerId: owner.id, expiresAt: key.expiresAt },
          lines: [`keyId   ${key.id}`, `secret  ${key.secret}`],
          notes: [
            `Store the secret now: it cannot be shown again. The key acts as ${owner.name}.`,
            ...(key.sameNameKeyId ? [`Another active key has this name and user: ${key.sameNameKeyId}.`] : []),
          ],
        }
      }),
    )
}

function parseDays(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number of days.')
  return Number(text)
}

/** An empty list would be no limit at all, and comes of a variable that is not set. */
function parseList(text: string): string[] {
  const words = text.split(',').map((word) => word.trim())
  if (words.includes('')) throw new InvalidArgumentError('Give one or more, separated by commas.')
  return words
}

function parseScopes(text: string): KeyScope[] {
  const words = parseList(text)
  const scopes = toKeyScopes(words)
  if (words.some((word) => !scopes.some((scope) => scope === word))) {
    throw new InvalidArgumentError(`Allowed are ${keyScopes.join(', ')}.`)
  }
  return scopes
}

/** A long list in a table is its length. */
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
    formatInstant(key.createdAt),
    formatInstant(key.expiresAt),
    formatInstant(key.lastUsedAt),
  ])
  const about = ['KEY ID', 'NAME', 'ACTS AS', 'STATE', 'SCOPES', 'ACCOUNTS', 'NETWORKS']
  return formatTable([...about, 'CREATED (UTC)', 'EXPIRES (UTC)', 'LAST USED (UTC)'], rows)
}
