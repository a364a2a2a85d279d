import { resolve } from 'node:path'
import type { Command } from 'commander'
import { restoreBackup, restoreInPlace } from '#lib/backup/restore-backup.ts'
import { systemClock } from '#lib/clock.ts'
import { readEnv } from '#lib/env.ts'
import { describeRestored } from './describe-restored.ts'
import { type OutputOptions, printOutput } from './output.ts'
import { showProgress } from './progress-bar.ts'
import { addVerb, commandActor, sayWaiting } from './run.ts'

type RestoreOptions = OutputOptions & Readonly<{ inPlace?: true; enableKeys?: true; replaced?: string }>

const help = `
All sessions, refresh tokens, access tokens and links from before the restore become invalid. Keys that were revoked
or disabled and users who were deactivated since the backup stay so, if the replaced database shows it. Other keys are
disabled and listed.`

export function addRestore(program: Command): void {
  addVerb(program, 'restore [file]', 'Replace the database with a backup, without restoring revoked access.')
    .option('--in-place', 'without a file: the database was restored by other means, such as pg_restore')
    .option('--replaced <database>', 'the replaced database, if it is another one: its URL or its file')
    .option('--enable-keys', 'keep API keys enabled that may have been revoked since the backup')
    .addHelpText('after', help)
    .action((file: string | undefined, options: RestoreOptions, command: Command) => {
      if ((file === undefined) === (options.inPlace === undefined)) {
        command.error('error: specify either a backup file or, if the database was restored by other means, --in-place')
      }
      return restore(file, options)
    })
}

async function restore(file: string | undefined, options: RestoreOptions): Promise<void> {
  const site = { env: readEnv(), clock: systemClock, onWait: sayWaiting }
  const order = { replaced: options.replaced, enableKeys: options.enableKeys ?? false }
  const restored =
    file === undefined
      ? await restoreInPlace(site, commandActor(), order)
      : await restoreBackup(site, commandActor(), { ...order, file: resolve(file), onProgress: showProgress })
  printOutput({ json: restored, lines: describeRestored(restored) }, options)
}
