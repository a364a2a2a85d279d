import { resolve } from 'node:path'
import type { Command } from 'commander'
import { declareRestored } from '#lib/backup/declare-restored.ts'
import { restoreBackup } from '#lib/backup/restore-backup.ts'
import { systemClock } from '#lib/clock.ts'
import { readEnv } from '#lib/env.ts'
import { describeRestored } from './describe-restored.ts'
import { type OutputOptions, printAnswer } from './output.ts'
import { createLateProgressBar } from './progress-bar.ts'
import { commandActor, sayWaiting } from './run.ts'
import { addVerb } from './verb.ts'

type RestoreOptions = OutputOptions & Readonly<{ inPlace?: true; enableKeys?: true; replaced?: string }>

export function addRestore(program: Command): void {
  addVerb(program, 'restore [file]', 'Put a backup in the place of the database, and let nothing revoked back in.')
    .option('--in-place', 'without a file: the database was put back by other means, such as pg_restore')
    .option('--replaced <database>', 'the database it replaces, where that is another one: its address or its file')
    .option('--enable-keys', 'let API keys work that may have been revoked since the backup')
    .addHelpText('after', help)
    .action((file: string | undefined, options: RestoreOptions, command: Command) => {
      if ((file === undefined) === (options.inPlace === undefined)) {
        command.error('error: name either a backup or, if the database was put back by other means, --in-place')
      }
      return restore(file, options)
    })
}

async function restore(file: string | undefined, options: RestoreOptions): Promise<void> {
  const site = { env: readEnv(), clock: systemClock, onWait: sayWaiting }
  const order = { replaced: options.replaced, enableKeys: options.enableKeys ?? false }
  const restored =
    file === undefined
      ? await declareRestored(site, commandActor(), order)
      : await restoreBackup(site, commandActor(), {
          ...order,
          file: resolve(file),
          onProgress: createLateProgressBar(),
        })
  printAnswer({ json: restored, lines: describeRestored(restored) }, options)
}

const help = `
Sessions, refresh tokens, access tokens and links from before are void afterwards. Keys that were revoked or disabled
and users that were deactivated since the backup stay so, as far as the database that is replaced can tell. Keys of
which it cannot are disabled and listed.`
