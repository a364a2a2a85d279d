import { makeGroup } from '#lib/testing/account-groups.ts'
import { variations } from './complete.ts'
import { expect, openBeforeScripts, signIn, type TestPerson, test, type World } from './fixtures.ts'

type List = Readonly<{ path: string; name: string }>

const lists: Readonly<Record<string, (world: World, admin: TestPerson) => Promise<List>>> = {
  accounts: async (world) => {
    const { id, name } = await world.createAccount('Early Mill')
    return { path: `/manage/accounts?q=${id}`, name }
  },
  'the accounts of a group': async (world) => {
    const { id, name } = await world.createAccount('Early Forge')
    return { path: `/manage/accounts/groups/${await makeGroup(world.services, [id])}`, name }
  },
  users: async (_world, { username, name }) => ({ path: `/users-and-access/users?q=${username}`, name }),
}

for (const [title, prepare] of variations(Object.entries(lists))) {
  test(`a row of ${title} that is ticked before the scripts arrive counts as selected`, async ({ page, world }) => {
    const admin = await world.createPerson('admin')
    const { path, name } = await prepare(world, admin)
    await signIn(page, admin, '/')
    const loadScripts = await openBeforeScripts(page, path)
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await loadScripts()
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.getByRole('checkbox', { name: `Select ${name}` }).uncheck()
    await expect(page.getByText('1 selected')).toBeHidden()
  })
}
