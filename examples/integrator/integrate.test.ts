import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { openFront, type TestFront } from '#lib/testing/test-front.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { createIntegration } from './integrate.ts'
import { createLatchkeyClient } from './latchkey-client.ts'

let front: TestFront
let ownUrl: string
beforeEach(async () => {
  front = await openFront({})
  const { services, port } = front
  const key = await makeTestKey(services, { role: 'admin' })
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  await addReturnAddress(services, root, { origin: 'https://crm.example' })
  const client = createLatchkeyClient({
    baseUrl: `http://127.0.0.1:${port}`,
    clientId: key.id,
    clientSecret: key.secret,
  })
  const accounts = { acme: 'Acme & Sons', gone: 'Gone' }
  const server = createServer(createIntegration(client, accounts, 'https://crm.example/'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  ownUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

function open(accountId: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${ownUrl}/open`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ accountId }),
    redirect: 'manual',
  })
}

it('shows a button for each account and puts no link into the page', async () => {
  const page = await (await fetch(ownUrl)).text()
  expect(page).toContain('<button name="accountId" value="acme">Open Acme &#38; Sons</button>')
  expect(page).not.toContain('token=')
})

it('redirects each click to a new link that opens the account', async () => {
  const [first, second] = [await open('acme'), await open('acme')]
  const [one, other] = [first, second].map(({ headers }) => new URL(headers.get('location') ?? ''))
  expect([first.status, second.status]).toEqual([303, 303])
  expect(one?.searchParams.get('token')).not.toBe(other?.searchParams.get('token'))
  expect((await front.ask({ path: `${one?.pathname}${one?.search}` })).status).toBe(303)
})

it('reports an account that cannot be opened, with the request ID', async () => {
  const response = await open('gone')
  expect(response.status).toBe(502)
  expect(await response.text()).toMatch(/This account cannot be opened\..*Request ID: req_\w{20}/)
})

it('refuses forms from other sites and accounts that it does not show', async () => {
  expect((await open('acme', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  expect((await open('toString')).status).toBe(404)
  expect((await fetch(`${ownUrl}/elsewhere`)).status).toBe(404)
})
