import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { exportEvents, toCsv } from '#lib/domain/events/activity/export-events.ts'
import { normalizeEventQuery } from '#lib/domain/events/activity/normalize-event-query.ts'
import { type AuditEvent, eventGroups, eventKinds } from '#lib/foundation/audit/event.ts'
import type { OutputOptions } from './output.ts'
import { addLocalVerb, withServices } from './run.ts'

type ExportOptions = OutputOptions &
  Readonly<Partial<Record<'person' | 'account' | 'key' | 'network' | 'kind' | 'from' | 'to', string>>>

export function addActivityCommands(program: Command): void {
  const activity = program.command('activity').description('Read-only log of who did what, when, and from where.')
  addLocalVerb(activity, 'export')
    .description('Write the audit events to standard output, newest first: as CSV or one JSON object.')
    .option('--person <user>', 'only events by or about this user: an email address, username or name')
    .option('--account <account>', 'only events of this account: its ID or name')
    .option('--key <key>', 'only events of this API key: its ID or name')
    .option('--network <address>', 'only events from this IP address or range, such as 10.0.0.0/8, or "CLI"')
    .addOption(
      new Option('--kind <kind>', 'only events of this kind or group').choices([...eventGroups, ...eventKinds]),
    )
    .option('--from <date>', 'first day (YYYY-MM-DD, UTC)')
    .option('--to <date>', 'last day (YYYY-MM-DD, UTC)')
    .action((options: ExportOptions) =>
      withServices(async ({ services, actor }) => {
        const { json, ...fields } = options
        const { filter } = await normalizeEventQuery(services, actor, { fields, timeZone: 'UTC' })
        const events = exportEvents(services, actor, filter)
        await pipeline(Readable.from(json ? toJson(events) : toCsv(events)), process.stdout, { end: false })
      }),
    )
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
