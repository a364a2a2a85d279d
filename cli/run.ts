import { userInfo } from 'node:os'
import { type Operator, operator } from '#lib/foundation/authorization/actor.ts'
import { hasDatabase, placeOf, requireDatabase } from '#lib/foundation/db/require-database.ts'
import { openCommandServices, type Services } from '#lib/foundation/services.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { type Env, readEnv } from '#lib/kernel/env.ts'
import { newRequestId } from '#lib/kernel/request-context.ts'

export type CommandContext = Readonly<{ services: Services; actor: Operator }>

/**
 * Runs work that prints by itself.
 * @param createsDatabase whether a missing database is created, and said where
 */
export async function withServices<T>(
  work: (context: CommandContext) => Promise<T>,
  createsDatabase = false,
): Promise<T> {
  // The log goes to standard output, which belongs to the command's output.
  const env = { ...readEnv(), logLevel: 'silent' } as const
  if (createsDatabase) await announceDatabase(env)
  else await requireDatabase(env, systemClock, sayWaiting)
  const services = await openCommandServices(env)
  try {
    return await work({ services, actor: commandActor() })
  } finally {
    await services.db.destroy()
  }
}

/** Says where the command creates the database, if there is none. */
export async function announceDatabase(env: Env): Promise<void> {
  if (await hasDatabase(env, systemClock, sayWaiting)) return
  process.stderr.write(`Creating a database in ${placeOf(env)}.\n`)
}

/** Tells the operator why the command takes longer. */
export function sayWaiting(): void {
  process.stderr.write('The database does not respond yet. Waiting …\n')
}

/** The operating system's user, whom audit events name. */
export function commandActor(): Operator {
  return operator(osUsername(), newRequestId())
}

function osUsername(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a user ID without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
