import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { exportEvents, toCsv } from '#lib/domain/events/activity/export-events.ts'
import { normalizeEventQuery } from '#lib/domain/events/activity/normalize-event-query.ts'
import { type AuditEvent, eventGroups, eventKinds } from '#lib/foundation/audit/event.ts'
import { choice, option } from './options.ts'
import { verbsOf } from './verb.ts'

export function addActivityCommands(program: Command): void {
  const noun = program.command('activity').description('Read-only log of who did what, when, and from where.')
  const about = 'Write the audit events to standard output, newest first: as CSV or one JSON object.'
  const verb = verbsOf(noun)('export', about, {
    person: option('--person <user>', 'only events by or about this user: an email address, username or name'),
    account: option('--account <account>', 'only events of this account: its ID or name'),
    key: option('--key <key>', 'only events of this API key: its ID or name'),
    network: option('--network <address>', 'only events from this IP address or range, such as 10.0.0.0/8, or "CLI"'),
    kind: choice('--kind <kind>', 'only events of this kind or group', [...eventGroups, ...eventKinds]),
    from: option('--from <date>', 'first day (YYYY-MM-DD, UTC)'),
    to: option('--to <date>', 'last day (YYYY-MM-DD, UTC)'),
  })
  verb.here(async ({ services, actor }, fields) => {
    const { filter } = await normalizeEventQuery(services, actor, { fields, timeZone: 'UTC' })
    const events = exportEvents(services, actor, filter)
    const { json } = verb.command.opts()
    await pipeline(Readable.from(json ? toJson(events) : toCsv(events)), process.stdout, { end: false })
    return undefined
  })
}

/** One JSON object, written event by event. */
async function* toJson(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  yield '{"events":['
  let separator = ''
  for await (const event of events) {
    yield separator + JSON.stringify(event)
    separator = ','
  }
  yield ']}\n'
}
