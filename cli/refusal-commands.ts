import type { Command } from 'commander'
import { parseInput } from '#lib/parse-input.ts'
import { refusalsQuery } from '#lib/refusals/refusal-resource.ts'
import type { Operations } from './local/operations.ts'
import { type CommandOutput, formatInstant, formatTable } from './output.ts'
import { parseLimit, usualLimit } from './read-limit.ts'
import { addVerb } from './verb.ts'

const filterSchema = refusalsQuery.pick({ keyId: true, reason: true, since: true, until: true })

type ListOptions = Readonly<{ key?: string; reason?: string; since?: string; until?: string; limit: number }>

export function addRefusalCommands(program: Command): void {
  const noun = program.command('refusal').description('Requests of client programs that were refused.')
  addVerb(noun, 'list', list)
    .description('List the newest refusals, with what to do about each. They are kept for 14 days.')
    .option('--key <keyId>', 'only refusals of this API key')
    .option('--reason <reason>', 'only refusals with this reason, such as secret_newline')
    .option('--since <instant>', 'only refusals at or after this instant, such as 2026-11-21T12:00:00Z')
    .option('--until <instant>', 'only refusals before this instant')
    .option('--limit <number>', 'how many at most', parseLimit, usualLimit)
}

async function list(
  { refusals }: Operations,
  { key: keyId, limit, reason, since, until }: ListOptions,
): Promise<CommandOutput> {
  const filter = parseInput(filterSchema, { keyId, reason, since, until })
  const found = (await refusals.list({ ...filter, limit })).map((each) => ({ ...each, at: Date.parse(each.at) }))
  const rows = found.map(({ at, requestId, endpoint, status, error, reason: why, keyId: id, network }) => [
    ...[formatInstant(at), requestId, endpoint, `${status} ${error}`, why, id ?? '–', network],
  ])
  const headings = ['TIME (UTC)', 'REQUEST ID', 'ENDPOINT', 'ANSWER', 'REASON', 'KEY ID', 'FROM']
  return { json: { refusals: found }, lines: formatTable(headings, rows) }
}
