import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Engine } from '../lib/db/engine.ts'

/** What was typed cannot be carried out. */
export class UsageError extends Error {}

/** The words and options behind a command. @throws UsageError for the command line */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** @throws UsageError where it names no engine of ours */
export function readEngine(text: string | undefined): Engine | undefined {
  if (text === undefined || text === 'sqlite' || text === 'postgres') return text
  throw new UsageError('--engine takes sqlite or postgres.')
}

/** What was typed behind this command, as `read` understands it; otherwise says what is wrong, and ends (status 2). */
export function readCommandLine<Choice>(read: (words: readonly string[]) => Choice): Choice {
  try {
    return read(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
