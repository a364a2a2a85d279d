import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { addWebhook } from '../../lib/domain/events/webhooks/manage-webhooks.ts'
import { operator } from '../../lib/foundation/authorization/actor.ts'
import type { Services } from '../../lib/foundation/services.ts'
import { newRequestId } from '../../lib/kernel/request-context.ts'
import { demoPeople, demoService } from '../../lib/server/demo/people.ts'
import { signInToDemo } from '../demo-sign-in.ts'
import { openContext, type ShownProduct } from '../screenshots/product.ts'

/** A few requests per second, up and down: accounts are opened and users sign in, now and then with an error. */
export async function runLoad(product: ShownProduct, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1_000
  await Promise.all([openAccounts(product, end), signIn(product, end)])
}

/** A webhook that receives each opening. It is on this machine: `WEBHOOK_NETWORKS` must allow it. */
export async function receiveEvents(services: Services, port: number): Promise<() => void> {
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  })
  receiver.listen(port, '127.0.0.1')
  const target = { url: `http://127.0.0.1:${port}/`, description: 'Load', kinds: ['sso_grant.redeemed'] as const }
  await addWebhook(services, operator('load', newRequestId()), target)
  return () => receiver.close().closeAllConnections()
}

async function openAccounts(product: ShownProduct, end: number): Promise<void> {
  let count = 0
  while (Date.now() < end) {
    const parallel = Math.round(2.5 + 2 * Math.sin(Date.now() / 25_000))
    await Promise.all(Array.from({ length: parallel }, () => openAccount(product, ++count)))
    await sleep(700)
  }
}

/** @param count decides which requests are refused */
async function openAccount({ baseUrl, demo }: ShownProduct, count: number): Promise<void> {
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
    return (await response.json()) as Readonly<Record<string, string>>
  }
  const { id, secret } = demo.key
  const first = await post('/auth/v1/token', {
    grantType: 'client_credentials',
    clientId: id,
    clientSecret: count % 23 === 0 ? 'outdated' : secret,
  })
  if (!first.refreshToken) return
  const { refreshToken } = first
  const { accessToken } = await post('/auth/v1/token', {
    grantType: 'refresh_token',
    clientId: demoService.username,
    refreshToken,
  })
  const accountId = count % 11 === 0 ? 'unknown-account' : demo.accountId
  const { grantUrl } = await post('/auth/v1/sso', { accountId }, { Authorization: `Bearer ${accessToken}` })
  const openings = count % 7 === 0 ? 2 : 1
  for (let opening = 0; grantUrl && opening < openings; opening++) await fetch(grantUrl, { redirect: 'manual' })
}

async function signIn(product: ShownProduct, end: number): Promise<void> {
  for (let count = 1; Date.now() < end; count++) {
    const context = await openContext(product, {})
    if (count % 3 === 0) {
      const page = await context.newPage()
      await page.goto('/sign-in')
      await page.locator('input[name=name]').fill(demoPeople.agentForAll.username)
      await page.locator('input[name=password]').fill('a forgotten password')
      await page.locator('button[type=submit]').click()
      await page.getByRole('alert').first().waitFor()
    } else {
      const page = await signInToDemo(context)
      for (const path of ['/users-and-access', '/activity']) await page.goto(path)
    }
    await context.close()
    await sleep(4_000)
  }
}
