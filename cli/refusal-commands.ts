import type { Command } from 'commander'
import { refusalsQuery } from '#lib/domain/events/refusals/refusal-resource.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { type CommandOutput, formatInstant, listOutput } from './output.ts'
import { parseCount, usualLimit } from './read-limit.ts'
import { addVerb, type Site } from './verb.ts'

type ListOptions = Readonly<{ key?: string; reason?: string; since?: string; until?: string; limit: number }>

export function addRefusalCommands(program: Command): void {
  const noun = program.command('refusal').description('Requests of client programs that were refused.')
  addVerb(noun, 'list', list)
    .description('List the newest refusals, with what to do about each. They are kept for 14 days.')
    .option('--key <keyId>', 'only refusals of this API key')
    .option('--reason <reason>', 'only refusals with this reason, such as secret_newline')
    .option('--since <instant>', 'only refusals at or after this instant, such as 2026-11-21T12:00:00Z')
    .option('--until <instant>', 'only refusals before this instant')
    .option('--limit <number>', 'how many at most', parseCount, usualLimit)
}

/** A server ignores an empty parameter: the empty value of an option must not select everything. */
const filterSchema = refusalsQuery.pick({ keyId: true, reason: true, since: true, until: true })

async function list({ api }: Site, { key: keyId, limit, ...given }: ListOptions): Promise<CommandOutput> {
  const query = { keyId, reason: given.reason, since: given.since, until: given.until }
  parseInput(filterSchema, query)
  const found = await api.list('listRefusals', { query }, limit)
  const refusals = found.map((refusal) => ({ ...refusal, at: Date.parse(refusal.at) }))
  return listOutput('refusals', refusals, [
    ['TIME (UTC)', ({ at }) => formatInstant(at)],
    ['REQUEST ID', ({ requestId }) => requestId],
    ['ENDPOINT', ({ endpoint }) => endpoint],
    ['ANSWER', ({ status, error }) => `${status} ${error}`],
    ['REASON', (refusal) => refusal.reason],
    ['KEY ID', (refusal) => refusal.keyId ?? '–'],
    ['FROM', ({ network }) => network],
  ])
}
