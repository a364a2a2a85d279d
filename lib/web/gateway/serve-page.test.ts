import type { RequestListener } from 'node:http'
import { expect, it, vi } from 'vitest'
import { openFront } from '#lib/testing/test-front.ts'

it('Node warns of no leak when a handler listens as often as Next does', async () => {
  const handle: RequestListener = (_request, response) => {
    for (let count = 0; count < 10; count++) response.on('close', () => undefined)
    response.end('rendered')
  }
  const { ask } = await openFront({}, { handle })
  const emitWarning = vi.spyOn(process, 'emitWarning').mockReturnValue()
  expect((await ask({ path: '/sign-in' })).body).toBe('rendered')
  expect(emitWarning).not.toHaveBeenCalled()
})
