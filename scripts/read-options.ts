import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Engine } from '../lib/foundation/db/engine.ts'

/** An invalid command line. */
export class UsageError extends Error {}

/** The words and options of a command. @throws UsageError */
export function readScriptOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** @throws UsageError for another engine */
export function readEngine(text: string | undefined): Engine | undefined {
  if (text === undefined || text === 'sqlite' || text === 'postgres') return text
  throw new UsageError('--engine takes sqlite or postgres.')
}

/** Parses the command line with `read`. On a UsageError it prints the message and exits with status 2. */
export function readCommandLine<Choice>(read: (words: readonly string[]) => Choice): Choice {
  try {
    return read(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
