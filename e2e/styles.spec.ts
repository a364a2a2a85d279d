import type { APIRequestContext } from '@playwright/test'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { complete } from './complete.ts'
import { expect, signIn, test } from './fixtures.ts'
import { portalPages } from './pages.ts'

test('every page has its styles without scripts', complete, async ({ page, world }) => {
  const pinned = [await world.createAccount('Sash Works'), await world.createAccount('Sill Works')]
  const owner = await world.createPerson('owner', pinned)
  for (const account of pinned) await world.pin(owner, account)
  const agent = await world.createPerson('agent', pinned)
  const key = `/users-and-access/keys/${(await world.createKey(agent)).keyId}`
  const group = `/manage/accounts/groups/${await makeGroup(world.services, [])}`
  await signIn(page, owner)
  const sheets = new Map<string, string>()
  const unstyled: string[] = []
  for (const path of [
    ...portalPages,
    '/?edit=pinned',
    '/users-and-access?dialog=add-user',
    '/users-and-access?dialog=generate-key',
    `/users-and-access?dialog=password-link&of=${agent.id}`,
    `/users-and-access/users/${agent.id}/accounts`,
    `${key}?dialog=revoke-key`,
    '/manage/accounts?dialog=add',
    `${group}?dialog=accounts`,
  ]) {
    unstyled.push(...(await findUnstyled(page.request, path, sheets)))
  }
  expect(unstyled).toEqual([])
})

/** The classes of a page's HTML that no linked style sheet has: without scripts, nothing else brings styles. */
async function findUnstyled(request: APIRequestContext, path: string, sheets: Map<string, string>): Promise<string[]> {
  const html = await (await request.get(path)).text()
  let styles = ''
  for (const [link] of html.matchAll(/<link [^>]*rel="stylesheet"[^>]*>/g)) {
    const href = /href="([^"]+)"/.exec(link)?.[1] ?? ''
    if (!sheets.has(href)) sheets.set(href, await (await request.get(href)).text())
    styles += sheets.get(href)
  }
  const classes = new Set([...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const own = [...classes].filter((name) => !name.startsWith('tabler-icon'))
  return own.filter((name) => !styles.includes(`.${name}`)).map((name) => `${path}: ${name}`)
}
