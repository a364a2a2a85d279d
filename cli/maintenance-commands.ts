import { resolve } from 'node:path'
import type { Command } from 'commander'
import { backUp } from '#lib/backup/back-up.ts'
import { systemClock } from '#lib/clock.ts'
import { migrateDatabase } from '#lib/db/migrate.ts'
import { examine } from '#lib/diagnostics/examine.ts'
import type { Finding } from '#lib/diagnostics/finding.ts'
import { readEnv } from '#lib/env.ts'
import { type Answer, type OutputOptions, printAnswer } from './output.ts'
import { createLateProgressBar } from './progress-bar.ts'
import { addRestore } from './restore-command.ts'
import { run, sayWaiting } from './run.ts'
import { addVerb } from './verb.ts'

export function addMaintenanceCommands(program: Command): void {
  addVerb(program, 'migrate', 'Bring the database to the newest schema. A server does so at its start, too.').action(
    async (options: OutputOptions) => printAnswer(await bringToNewestSchema(), options),
  )
  addVerb(program, 'backup <file>', 'Copy the database to a new file while the server goes on.').action(
    (file: string, options: OutputOptions) =>
      run(options, async ({ services, actor }) => {
        const onProgress = createLateProgressBar()
        const backup = await backUp(services, actor, { file: resolve(file), onProgress })
        return { json: backup, lines: describeBackup(backup) }
      }),
  )
  addRestore(program)
  addVerb(program, 'doctor', 'Examine data, permissions, keys and clock, and say what to do.').action(
    async (options: OutputOptions) => {
      const findings = await examine(readEnv(), systemClock)
      const healthy = findings.every((finding) => finding.verdict !== 'fail')
      printAnswer({ json: { healthy, findings }, lines: findings.map(describeFinding), failed: !healthy }, options)
    },
  )
}

async function bringToNewestSchema(): Promise<Answer> {
  const applied = await migrateDatabase(readEnv(), systemClock, sayWaiting)
  const lines =
    applied.length === 0 ? ['The schema is the newest one already.'] : applied.map((step) => `Applied ${step}.`)
  return { json: { applied }, lines }
}

function describeBackup({ file, bytes, masterSecret }: Awaited<ReturnType<typeof backUp>>): string[] {
  return [
    `Copied the database to ${file} (${Math.ceil(bytes / 1024)} KiB) and checked the copy.`,
    `It does not hold the master secret, without which it is of no use: keep a copy of ${masterSecret} elsewhere.`,
    'To put it back: npm run latchkey -- restore <file>. Merely copied into place it is refused.',
  ]
}

const verdictWords: Readonly<Record<Finding['verdict'], string>> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

function describeFinding({ check, verdict, sentence }: Finding): string {
  return `${verdictWords[verdict]}  ${check.padEnd(13)}  ${sentence}`
}
