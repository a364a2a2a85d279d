import { type Command, InvalidArgumentError } from 'commander'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { disableApiKey } from '#lib/api-keys/disable-api-key.ts'
import { enableApiKey } from '#lib/api-keys/enable-api-key.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import { listApiKeys } from '#lib/api-keys/list-api-keys.ts'
import { revokeApiKey } from '#lib/api-keys/revoke-api-key.ts'
import { newApiKeySchema } from '#lib/api-keys/schema.ts'
import { parseInput } from '#lib/http/parse-input.ts'
import { getNamedUser } from './named-user.ts'
import { formatInstant, formatTable, type OutputOptions } from './output.ts'
import { run } from './run.ts'
import { addVerb } from './verb.ts'

type CreateOptions = OutputOptions & Readonly<{ user: string; name: string; expires?: number }>

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
    .action((options: CreateOptions) =>
      run(options, async ({ services, actor }) => {
        const owner = await getNamedUser(services, options.user)
        const fields = { name: options.name, ownerId: owner.id, expiresInDays: options.expires ?? null }
        const key = await generateApiKey(services, actor, parseInput(newApiKeySchema, fields))
        return {
          json: { keyId: key.id, secret: key.secret, name: key.name, ownerId: owner.id, expiresAt: key.expiresAt },
          lines: [`keyId   ${key.id}`, `secret  ${key.secret}`],
          notes: [`Store the secret now: it cannot be shown again. The key acts as ${owner.name}.`],
        }
      }),
    )
}

function parseDays(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number of days.')
  return Number(text)
}

function formatKeys(keys: readonly ApiKey[]): string[] {
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.owner.name,
    key.state,
    formatInstant(key.createdAt),
    formatInstant(key.expiresAt),
    formatInstant(key.lastUsedAt),
  ])
  return formatTable(['KEY ID', 'NAME', 'ACTS AS', 'STATE', 'CREATED (UTC)', 'EXPIRES (UTC)', 'LAST USED (UTC)'], rows)
}
