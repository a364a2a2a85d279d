import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { toCsv } from '#lib/activity/csv.ts'
import { exportEvents } from '#lib/activity/export-events.ts'
import { normalizeEventQuery } from '#lib/activity/normalize-event-query.ts'
import { type AuditEvent, eventGroups, eventKinds } from '#lib/audit/event.ts'
import type { OutputOptions } from './output.ts'
import { withServices } from './run.ts'
import { addVerb } from './verb.ts'

type ExportOptions = OutputOptions &
  Readonly<{ person?: string; account?: string; kind?: string; from?: string; to?: string }>

export function addActivityCommands(program: Command): void {
  const activity = program.command('activity').description('The record of who did what.')
  addVerb(activity, 'export', 'Write the record to standard output, newest first: CSV, or one JSON object.')
    .option('--person <email>', 'only what this user did, or what was done to them')
    .option('--account <accountId>', 'only what happened in this account')
    .addOption(new Option('--kind <kind>', 'only this kind or group of kinds').choices([...eventGroups, ...eventKinds]))
    .option('--from <date>', 'from this day on (YYYY-MM-DD, UTC)')
    .option('--to <date>', 'up to and including this day (YYYY-MM-DD, UTC)')
    .action((options: ExportOptions) =>
      withServices(async ({ services, actor }) => {
        const { json, ...fields } = options
        const { filter } = await normalizeEventQuery(services, actor, fields, 'UTC')
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
