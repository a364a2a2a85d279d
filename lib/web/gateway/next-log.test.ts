import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { openFront } from '#lib/testing/test-front.ts'
import { logNextOutput } from '#lib/web/gateway/next-log.ts'

// What the framework does: our own code logs.
const { console: frameworkConsole } = globalThis
const { warn, error } = frameworkConsole
const listeners = process.listeners('unhandledRejection')

afterEach(() => {
  Object.assign(frameworkConsole, { warn, error })
  for (const listener of process.listeners('unhandledRejection')) {
    if (!listeners.includes(listener)) process.off('unhandledRejection', listener)
  }
})

describe('what Next prints for a request', () => {
  it('is one line of the log, with its stack and the request ID', async () => {
    const failure = Object.assign(new Error('Connection closed.'), { digest: '2003240914' })
    const front = await openFront(
      {},
      {
        handle: async (_request, response) => {
          await setImmediate()
          frameworkConsole.error('\u001b[31m⨯\u001b[39m', failure)
          response.end()
        },
      },
    )
    logNextOutput(front.services.log)
    const answer = await front.ask({ path: '/set-up' })
    const line = front.services.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'framework')
    expect(line).toMatchObject({
      level: 50,
      requestId: answer.headers['x-request-id'],
      address: '127.0.0.1',
      digest: '2003240914',
      text: '⨯',
      error: { name: 'Error', message: 'Connection closed.', stack: failure.stack },
    })
  })

  it('is a warning if Next warns, and contains no objects', async () => {
    const { services } = await openFront({})
    logNextOutput(services.log)
    frameworkConsole.warn('failed', { password: 'hunter2' })
    expect(JSON.parse(services.logLines.at(-1) ?? '')).toMatchObject({ level: 40, text: 'failed', msg: 'framework' })
    expect(services.logLines.join()).not.toContain('hunter2')
  })
})
