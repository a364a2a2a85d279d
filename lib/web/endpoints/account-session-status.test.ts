import { beforeEach, expect, it } from 'vitest'
import { suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { root } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { issueLink, makeTestProgram } from '#lib/testing/test-grants.ts'
import { commonHeaders, show } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let browser: TestBrowser
beforeEach(async () => {
  services = await openTestServices()
  browser = new TestBrowser()
  await browser.open((await issueLink(await makeTestProgram(services))).href)
})

async function status(from = browser, accountId = 'acme'): Promise<unknown> {
  return (await from.open(`/accounts/${accountId}/-/status`)).json()
}

it('returns the remaining idle time', async () => {
  services.clock.advance(minuteMs + 1)
  expect(await show(await browser.open('/accounts/acme/-/status'))).toEqual({
    status: 200,
    headers: commonHeaders,
    body: '{"open":true,"remainingSeconds":1739}',
  })
})

it('does not count as use', async () => {
  for (let minute = 0; minute < 29; minute++) {
    services.clock.advance(minuteMs)
    await status()
  }
  services.clock.advance(minuteMs - 1)
  expect(await status()).toEqual({ open: true, remainingSeconds: 0 })
  services.clock.advance(1)
  expect(await status()).toEqual({ open: false, reason: 'expired' })
})

it('returns the reason if there is none', async () => {
  expect(await status(new TestBrowser())).toEqual({ open: false, reason: 'none' })
  await suspendAccount(services, root, 'acme')
  expect(await status()).toEqual({ open: false, reason: 'withdrawn' })
})

it('reveals nothing about another account', async () => {
  const carried = new TestBrowser(browser.cookieHeader('/accounts/acme'))
  expect(await status(carried, 'beta')).toEqual({ open: false, reason: 'none' })
})
