import { resolve } from 'node:path'
import type { Command } from 'commander'
import { migrateDatabase } from '#lib/foundation/db/migrate.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { backUp } from '#lib/server/backup/back-up.ts'
import type { CheckResult } from '#lib/server/diagnostics/check-result.ts'
import { runChecks } from '#lib/server/diagnostics/run-checks.ts'
import { showProgress } from './output.ts'
import { addRestore } from './restore-command.ts'
import { announceDatabase, sayWaiting } from './run.ts'
import { verbsOf } from './verb.ts'

export function addMaintenanceCommands(program: Command): void {
  const verb = verbsOf(program)
  verb('migrate', 'Migrate the database to the newest schema. A server also does this at its start.').alone(
    async () => {
      const env = readEnv()
      await announceDatabase(env)
      const applied = await migrateDatabase(env, systemClock, sayWaiting)
      const lines = applied.length === 0 ? ['The schema is up to date.'] : applied.map((step) => `Applied ${step}.`)
      return { json: { applied }, lines }
    },
  )
  verb('backup <file>', 'Copy the database to a new file while the server runs.').here(
    async ({ services, actor }, file) => {
      const backup = await backUp(services, actor, { file: resolve(file), onProgress: showProgress })
      return { json: backup, lines: describeBackup(backup) }
    },
  )
  addRestore(verb)
  verb('doctor', 'Check data, permissions, keys and clock, and recommend fixes.').alone(async () => {
    const findings = await runChecks(readEnv(), systemClock)
    const healthy = findings.every((finding) => finding.verdict !== 'fail')
    return { json: { healthy, findings }, lines: findings.map(describeFinding), failed: !healthy }
  })
}

function describeBackup({ file, bytes, masterSecret }: Awaited<ReturnType<typeof backUp>>): string[] {
  return [
    `Copied the database to ${file} (${Math.ceil(bytes / 1024)} KiB) and verified the copy.`,
    `The backup needs the master secret, which it does not contain: keep a copy of ${masterSecret} elsewhere.`,
    'To restore it: npm run latchkey -- restore <file>. The server refuses a backup that is only copied into place.',
  ]
}

const verdictWords: Readonly<Record<CheckResult['verdict'], string>> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

function describeFinding({ check, verdict, sentence }: CheckResult): string {
  return `${verdictWords[verdict]}  ${check.padEnd(13)}  ${sentence}`
}
