import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { compressing } from '#lib/web/gateway/compress.ts'

const page = 'A row of the launcher. '.repeat(200)

/** Sends a request to a compressing server. */
async function request(listener: RequestListener, acceptEncoding?: string): Promise<IncomingMessage> {
  const server = createServer(compressing(listener)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding }
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, headers, agent: false }, resolve).on('error', reject)
  })
}

const sendPage: RequestListener = (_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(page)
}

it.each([
  { accepts: 'gzip, deflate, br, zstd', coding: 'br', decode: brotliDecompressSync },
  { accepts: 'gzip, deflate', coding: 'gzip', decode: gunzipSync },
  { accepts: 'br;q=0, gzip', coding: 'gzip', decode: gunzipSync },
])('sends $coding to a client that accepts $accepts', async ({ accepts, coding, decode }) => {
  const response = await request(sendPage, accepts)
  expect(response.headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' })
  expect(response.headers['content-length']).toBeUndefined()
  const body = await buffer(response)
  expect(body.length).toBeLessThan(page.length / 10)
  expect(decode(body).toString()).toBe(page)
})

it.each([undefined, 'identity', 'br;q=0'])('sends plain text to a client that accepts %s', async (accepts) => {
  const response = await request(sendPage, accepts)
  expect(response.headers['content-encoding']).toBeUndefined()
  expect((await buffer(response)).toString()).toBe(page)
})

it('leaves images and short texts as they are', async () => {
  const image = await request((_request, response) => {
    response.setHeader('Content-Type', 'image/png')
    response.end(Buffer.alloc(4_000))
  }, 'br')
  expect(image.headers['content-encoding']).toBeUndefined()
  const short = await request((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('Short.')
  }, 'br')
  expect(short.headers['content-encoding']).toBeUndefined()
})

it('sends what Next flushes at once: a live page must not wait for the end of its response', async () => {
  const response = await request((_request, serverResponse) => {
    serverResponse.setHeader('Content-Type', 'text/html')
    serverResponse.write(page)
    // Next calls it by this name after every part.
    const { flush } = serverResponse as typeof serverResponse & { flush: () => void }
    flush.call(serverResponse)
  }, 'br')
  const decoder = createBrotliDecompress()
  response.pipe(decoder)
  const [part] = await once(decoder, 'data')
  expect(page.startsWith(String(part))).toBe(true)
  response.destroy()
})
