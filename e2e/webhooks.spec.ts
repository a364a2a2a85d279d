import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { Webhook as Verifier } from 'standardwebhooks'
import { findViolations } from './axe.ts'
import { expect, expectDialogGone, signIn, test } from './fixtures.ts'

/** `status`: what it was answered. */
type Message = Readonly<{ body: string; headers: Record<string, string>; status: number }>

/** An endpoint on loopback. `answer.status`: what it answers. */
async function startReceiver() {
  const messages: Message[] = []
  const answer = { status: 204 }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { status } = answer
    messages.push({ body, headers: request.headers as Record<string, string>, status })
    response.writeHead(status).end(status === 204 ? undefined : 'out of order')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, messages, answer, close: () => server.close() }
}

/** Contrast is judged once nothing fades any more. */
async function findViolationsAtRest(page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  return findViolations(page)
}

test('an endpoint is added, tested, paused, resumed, rotated and removed', async ({ page, world }) => {
  const receiver = await startReceiver()
  await signIn(page, await world.createPerson('admin'), '/settings')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page).toHaveTitle(/^Webhooks · /)
  await page.getByRole('link', { name: 'Add endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('https://10.0.0.7/')
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog.getByText('This isn’t a public IP address.')).toBeVisible()
  expect(await findViolationsAtRest(page)).toEqual([])
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByLabel('Description').fill('CRM timeline')
  await dialog.getByLabel('Only these').check()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible()
  await dialog.getByLabel('User added').check()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog.getByText('Copy the secret now. You won’t see it again.')).toBeVisible()
  const secret = (await dialog.locator('pre').textContent()) ?? ''
  expect(await findViolationsAtRest(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { level: 2, name: receiver.url })).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByRole('row', { name: /webhook\.test/ })).toContainText('204')
  // Other journeys add users, too.
  const verify = ({ body, headers }: Message) => new Verifier(secret).verify(body, headers)
  expect(receiver.messages.map(verify)).toContainEqual(
    expect.objectContaining({ seq: null, event: expect.objectContaining({ kind: 'webhook.test' }) }),
  )
  expect(await findViolationsAtRest(page)).toEqual([])

  receiver.answer.status = 503
  await world.createPerson('agent')
  const answered = (status: number) => receiver.messages.filter((message) => message.status === status)
  await expect.poll(() => answered(503)).not.toEqual([])
  const [failed] = answered(503)
  expect(failed && verify(failed)).toMatchObject({ event: { kind: 'user.created' } })
  await page.reload()
  await expect(page.getByText('The last attempt failed')).toBeVisible()
  await page.getByText('Response', { exact: true }).first().click()
  await expect(page.getByText('out of order').first()).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Events wait until you resume it.')).toBeVisible()
  receiver.answer.status = 204
  await page.getByRole('button', { name: 'Resume' }).click()
  const idOf = ({ headers }: Message) => headers['webhook-id']
  await expect.poll(() => answered(204).map(idOf)).toContain(failed && idOf(failed))

  const menu = page.getByRole('button', { name: `Actions for ${receiver.url}` })
  await menu.click()
  await page.getByRole('link', { name: 'Rotate secret' }).click()
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  await dialog.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByText('Two sign, the newest since')).toBeVisible()
  await menu.click()
  await page.getByRole('link', { name: 'End previous secret' }).click()
  await dialog.getByRole('button', { name: 'End previous secret' }).click()
  await expectDialogGone(page)
  await menu.click()
  await page.getByRole('link', { name: 'Remove endpoint' }).click()
  await dialog.getByRole('button', { name: 'Remove endpoint' }).click()
  await expect(page.getByRole('link', { name: receiver.url })).toBeHidden()
  receiver.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an endpoint is added, edited, replayed and paused', async ({ page, world }) => {
    const receiver = await startReceiver()
    await signIn(page, await world.createPerson('owner'), '/settings/webhooks?dialog=add')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(dialog.locator('pre')).toContainText('whsec_')
    await dialog.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await expect(page.getByRole('row', { name: /webhook\.test/ })).toContainText('204')
    const refusal = page.getByText('You can send 10 tests a minute.')
    for (let sent = 1; sent <= 10; sent++) {
      await expect(refusal).toBeHidden()
      await page.getByRole('button', { name: 'Send a test' }).click()
    }
    await expect(refusal).toBeVisible()
    await page.goto(new URL(page.url()).pathname)
    await expect(refusal).toBeHidden()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Events wait until you resume it.')).toBeVisible()
    await page.goto(`${page.url()}?dialog=edit`)
    await dialog.getByLabel('Description').fill('Data warehouse')
    await dialog.getByLabel('Only these').check()
    await dialog.getByLabel('User added').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Data warehouse')).toBeVisible()
    await page.getByRole('button', { name: `Actions for ${receiver.url}` }).click()
    await page.getByRole('link', { name: 'Replay from…' }).click()
    await dialog.getByLabel('From number').fill('999999999')
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await expect(dialog.getByText('The journal doesn’t have this number.')).toBeVisible()
    await dialog.getByLabel('From number').fill('1')
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await expect(dialog).toBeHidden()
    receiver.close()
  })
})
