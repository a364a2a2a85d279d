import { Agent, request } from 'node:http'

const warmUp = 10

/**
 * Asks for the launcher again and again over one connection, as a browser asks.
 * @returns the milliseconds until the first byte of each page
 */
export async function timeLauncher(baseUrl: string, cookie: string, rounds: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let round = -warmUp; round < rounds; round++) {
    const ms = await timeFirstByte(baseUrl, cookie, agent)
    if (round >= 0) times.push(ms)
  }
  agent.destroy()
  return times
}

function timeFirstByte(baseUrl: string, cookie: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let firstByteMs: number | undefined
    const headers = { Cookie: cookie, 'Accept-Encoding': 'gzip' }
    const asked = request(baseUrl, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the launcher answered ${response.statusCode}`))
      response.on('data', () => {
        firstByteMs ??= performance.now() - startedAt
      })
      response.on('end', () => resolve(firstByteMs ?? Number.NaN))
    })
    asked.on('error', reject)
    asked.end()
  })
}
