import { AsyncLocalStorage } from 'node:async_hooks'
import { stripVTControlCharacters } from 'node:util'
import { isNativeError } from 'node:util/types'
import type { Log } from '#lib/kernel/log.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

const requests = new AsyncLocalStorage<RequestContext>()

/** Runs the work of one request. What Next prints meanwhile is logged with the request's context. */
export function runForRequest<T>({ address, requestId }: RequestContext, work: () => T): T {
  return requests.run({ address, requestId }, work)
}

/** Redirects console warnings and errors, such as the stacks that Next prints, and unhandled rejections to the log. */
export function logNextOutput(log: Log): void {
  console.warn = (...values: unknown[]) => write(log, 'warn', values)
  console.error = (...values: unknown[]) => write(log, 'error', values)
  process.on('unhandledRejection', (reason) => write(log, 'error', ['An unhandled rejection.', reason]))
}

function write(log: Log, level: 'warn' | 'error', values: readonly unknown[]): void {
  const error = values.find(isNativeError)
  const texts = values.filter((value) => typeof value === 'string').map(stripVTControlCharacters)
  // The error page shows the digest.
  const digest = error && 'digest' in error ? error.digest : undefined
  log[level]({ ...requests.getStore(), digest, error, text: texts.join(' ') || undefined }, 'framework')
}
