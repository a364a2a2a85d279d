import type { Command } from 'commander'
import { rekey } from '#lib/server/master-secret/rekey.ts'
import { retireMasterSecret, rotateMasterSecret } from '#lib/server/master-secret/rotate-file.ts'
import { flag } from './options.ts'
import { verbsOf } from './verb.ts'

export function addMasterSecretCommands(program: Command): void {
  const noun = program
    .command('master-secret')
    .description('Replace the master secret: rotate, restart the servers, rekey, and retire the former one.')
  const verb = verbsOf(noun)
  const about = 'Put a new secret before the one in the file. Not with LATCHKEY_SECRET: change that variable.'
  verb('rotate', about).here(async ({ services, actor }) => {
    const file = await rotateMasterSecret(services, actor)
    return {
      json: { file },
      lines: [`${file} holds a new master secret, and the former one.`],
      notes: ['Restart the servers, then run: npm run latchkey -- master-secret rekey'],
    }
  })
  const moving = 'Move everything that is encrypted in the database to the newest secret. Can be repeated.'
  verb('rekey', moving).here(async ({ services, actor }) => {
    const rekeyed = await rekey(services, actor)
    const lines = Object.entries(rekeyed).map(
      ([table, { moved, unreadable: left }]) =>
        `${table}: ${moved} moved${left === 0 ? '' : `, ${left} can't be read with the configured secrets`}`,
    )
    const failed = Object.values(rekeyed).some((table) => table.unreadable > 0)
    return { json: { rekeyed }, lines, notes: ['What only a use moves: npm run latchkey -- doctor'], failed }
  })
  verb('retire', 'Remove the former secret from the file, once nothing needs it.', {
    force: flag('--force', 'also if API keys and refresh tokens still need it: they stop working'),
  }).here(async ({ services, actor }, { force = false }) => {
    const file = await retireMasterSecret(services, actor, { force })
    return {
      json: { file },
      lines: [`${file} holds the new master secret only.`],
      notes: ['Restart the servers, and replace the copy of the secret that you keep.'],
    }
  })
}
