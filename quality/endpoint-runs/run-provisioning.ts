import { provisionMany, type ScimCall } from './provision-many.ts'
import { runOnServer } from './run-on-server.ts'

/**
 * Provisions users by SCIM, and prints the time of each step and the server's peak memory.
 * @param count of users
 */
export function runProvisioning(count: number): Promise<void> {
  return runOnServer({ scope: 'scim' }, async ({ port, keyId, secret, report }) => {
    const call = toCall(port, `${keyId}.${secret}`)
    process.stdout.write(`${JSON.stringify(await provisionMany(call, count, report))}\n`)
  })
}

function toCall(port: number, token: string): ScimCall {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json' }
  return async (method, path, body) => {
    const url = `http://127.0.0.1:${port}/scim/v2${path}`
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
}
