import type { Command } from 'commander'
import { refusalsQuery } from '#lib/domain/events/refusals/refusal-resource.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { limitOption, option } from './options.ts'
import { formatInstant, listOutput } from './output.ts'
import { verbsOf } from './verb.ts'

/** A server ignores an empty parameter: the empty value of an option must not select everything. */
const filterSchema = refusalsQuery.pick({ keyId: true, reason: true, since: true, until: true })

export function addRefusalCommands(program: Command): void {
  const verb = verbsOf(program.command('refusal').description('Requests of client programs that were refused.'))
  verb('list', 'List the newest refusals, with what to do about each. They are kept for 14 days.', {
    keyId: option('--key <keyId>', 'only refusals of this API key'),
    reason: option('--reason <reason>', 'only refusals with this reason, such as secret_newline'),
    since: option('--since <instant>', 'only refusals at or after this instant, such as 2026-11-21T12:00:00Z'),
    until: option('--until <instant>', 'only refusals before this instant'),
    limit: limitOption(),
  }).onSite(async ({ api }, { limit, ...query }) => {
    parseInput(filterSchema, query)
    const found = await api.list('listRefusals', { query }, limit)
    const refusals = found.map((refusal) => ({ ...refusal, at: Date.parse(refusal.at) }))
    return listOutput('refusals', refusals, [
      ['TIME (UTC)', ({ at }) => formatInstant(at)],
      ['REQUEST ID', ({ requestId }) => requestId],
      ['ENDPOINT', ({ endpoint }) => endpoint],
      ['ANSWER', ({ status, error }) => `${status} ${error}`],
      ['REASON', ({ reason }) => reason],
      ['KEY ID', ({ keyId }) => keyId ?? '–'],
      ['FROM', ({ network }) => network],
    ])
  })
}
