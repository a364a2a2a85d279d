import { AsyncLocalStorage } from 'node:async_hooks'
import { stripVTControlCharacters } from 'node:util'
import { isNativeError } from 'node:util/types'
import type { Log } from '#lib/log.ts'
import type { RequestContext } from '#lib/request-context.ts'

const requests = new AsyncLocalStorage<RequestContext>()

/** Runs the work of one request: what the framework prints meanwhile is logged with the request's address and id. */
export function runForRequest<T>(source: RequestContext, work: () => T): T {
  return requests.run(source, work)
}

/**
 * Has everything that the framework prints as a warning or an error, and every rejection that nothing handles, written
 * to the structured log. Next prints stack traces of requests that it can't answer.
 */
export function logNextOutput(log: Log): void {
  console.warn = (...values: unknown[]) => write(log, 'warn', values)
  console.error = (...values: unknown[]) => write(log, 'error', values)
  process.on('unhandledRejection', (reason) => write(log, 'error', ['An unhandled rejection.', reason]))
}

function write(log: Log, level: 'warn' | 'error', values: readonly unknown[]): void {
  const error = values.find(isNativeError)
  const texts = values.filter((value) => typeof value === 'string').map(stripVTControlCharacters)
  // The page that says that it failed shows the digest.
  const digest = error && 'digest' in error ? error.digest : undefined
  log[level]({ ...requests.getStore(), digest, error, text: texts.join(' ') || undefined }, 'framework')
}
