import { userInfo } from 'node:os'
import { type Operator, operator } from '#lib/actor.ts'
import { readEnv } from '#lib/env.ts'
import { newRequestId } from '#lib/request-context.ts'
import { openCommandServices, type Services } from '#lib/services.ts'
import { type Answer, type OutputOptions, printAnswer } from './output.ts'

/** What a command works with: the services, and the operator as the one who does it. */
export type CommandContext = Readonly<{ services: Services; actor: Operator }>

/** Opens the services for one command, runs it, prints its answer and closes them again. */
export async function run(
  options: OutputOptions,
  command: (context: CommandContext) => Promise<Answer>,
): Promise<void> {
  printAnswer(await withServices(command), options)
}

/** The services for a command that prints by itself. */
export async function withServices<T>(command: (context: CommandContext) => Promise<T>): Promise<T> {
  // Standard output is the command's answer, so the log, which a server writes there, stays silent.
  const services = await openCommandServices({ ...readEnv(), logLevel: 'silent' })
  try {
    return await command({ services, actor: commandActor() })
  } finally {
    await services.db.destroy()
  }
}

/** For whatever waits until PostgreSQL answers. */
export function sayWaiting(): void {
  process.stderr.write('The database does not answer yet: waiting for it.\n')
}

/** Whoever runs the command, for the record. */
export function commandActor(): Operator {
  return operator(osUserName(), newRequestId())
}

function osUserName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that no user has.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
