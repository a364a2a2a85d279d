import type { Page } from '@playwright/test'
import { requestAccess } from '#lib/domain/people/access-requests/request-access.ts'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { anyPerson } from '#lib/testing/people.ts'
import { chooseInMenu, expect, ownKeyYourself, type TestPerson, type World } from './fixtures.ts'

export type Scene = Readonly<{ page: Page; world: World; person: TestPerson }>

export type FailureName = 'offline' | 'answered by 502' | 'answered by 503' | 'signed out' | 'slow'

type Deed = Readonly<{
  path: string
  /** On a good line: opens dialogs, types. */
  prepare?: () => Promise<unknown>
  /** Does it, on the bad line; again after signing in, and if the outcome was unknown. */
  act: () => Promise<unknown>
  /** What stays as it was while the line is bad. */
  kept?: () => Promise<unknown>
  /** What shows at once and is taken back if it fails for good. */
  rolledBack?: () => Promise<unknown>
  /** What shows that it was done. */
  done: () => Promise<unknown>
}>

/** One kind of action of the portal, on a line that may break. */
export type LineAction = Readonly<{
  /** Creates its subject. @returns the path of its page, and what follows */
  begin: (scene: Scene) => Promise<Deed>
  /** Owner by default. */
  role?: 'agent' | 'owner'
  /** Continues by itself, also after signing in. */
  continues?: true
  /** Asks what to check if the server may have run it. */
  asksIfUnknown?: true
  /** The failures of the short run, which leaves out repetitions of a code path. */
  short?: readonly FailureName[]
}>

const word = () => randomBase62(8).toLowerCase()
const file = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

/** Whatever waits asks again when its tab is focused. */
export async function askNow(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('focus')))
}

export const lineActions: Readonly<Record<string, LineAction>> = {
  'searching accounts': {
    short: ['slow'],
    continues: true,
    begin: async ({ page, world }) => {
      const { name } = await world.createAccount(`Alder ${word()}`)
      const field = page.getByRole('searchbox')
      return {
        path: '/',
        act: () => field.fill(name),
        kept: () => expect(field).toHaveValue(name),
        done: () => expect(page.getByRole('link', { name: `Open account ${name}` })).toBeVisible(),
      }
    },
  },
  'filtering keys': {
    continues: true,
    begin: async ({ page, world, person }) => {
      const key = await world.createKey(person, ['sso'], `Filtered ${word()}`)
      const keys = page.getByRole('region', { name: 'API Keys' })
      return {
        path: '/users-and-access',
        act: () => keys.getByRole('searchbox').fill(`${person.username} `),
        kept: () => expect(keys.getByRole('searchbox')).toHaveValue(`${person.username} `),
        done: () => expect(keys.getByRole('row').filter({ hasText: key.keyId })).toBeVisible(),
      }
    },
  },
  'opening a dialog': {
    short: ['slow'],
    continues: true,
    begin: async ({ page }) => ({
      path: '/users-and-access',
      act: () => page.getByRole('link', { name: 'Add user' }).click(),
      done: () => expect(page.getByRole('dialog')).toBeVisible(),
    }),
  },
  'searching in the palette': {
    continues: true,
    begin: async ({ page, world }) => {
      const { name } = await world.createAccount(`Birch ${word()}`)
      const field = page.getByRole('dialog').getByRole('combobox')
      return {
        path: '/your-account',
        prepare: async () => {
          await page.getByRole('link', { name: 'Jump to' }).click()
          await expect(page.getByRole('option').first()).toBeVisible()
        },
        act: () => field.fill(name),
        kept: () => expect(field).toHaveValue(name),
        done: () => expect(page.getByRole('option', { name }).first()).toBeVisible(),
      }
    },
  },
  'opening the palette': {
    continues: true,
    begin: async ({ page }) => ({
      path: '/your-account',
      act: () => page.getByRole('link', { name: 'Jump to' }).click(),
      done: () => expect(page.getByRole('option').first()).toBeVisible(),
    }),
  },
  'choosing a theme in the palette': {
    short: ['answered by 502'],
    begin: async ({ page }) => ({
      path: '/your-account',
      prepare: async () => {
        await page.getByRole('link', { name: 'Jump to' }).click()
        await page.getByRole('dialog').getByRole('combobox').fill('dark')
        await expect(page.getByRole('option', { name: 'Use dark theme' })).toBeVisible()
      },
      act: () => page.getByRole('option', { name: 'Use dark theme' }).click(),
      done: () => expect(page.locator('html')).toHaveAttribute('data-theme', 'dark'),
    }),
  },
  'choosing a theme in the menu': {
    begin: async ({ page, person }) => ({
      path: '/your-account',
      act: async () => {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: person.name }).click()
        await page.getByRole('button', { name: 'Light' }).click()
      },
      done: () => expect(page.locator('html')).toHaveAttribute('data-theme', 'light'),
    }),
  },
  'live mode': {
    continues: true,
    begin: async ({ page, world }) => {
      const account = await world.createAccount(`Cedar ${word()}`)
      return {
        path: `/activity?account=${account.id}`,
        act: async () => {
          await page.getByRole('switch', { name: 'Live' }).check()
          await askNow(page)
        },
        done: async () => {
          const answered = page.waitForResponse((response) => response.url().includes('/activity/new?'))
          await askNow(page)
          await answered
          await expect(page.getByRole('switch', { name: 'Live' })).toBeChecked()
        },
      }
    },
  },
  'pinning an account': {
    short: ['slow'],
    begin: async ({ page, world }) => {
      const { id, name } = await world.createAccount(`Dogwood ${word()}`)
      const pin = page.getByRole('button', { name: `Pin ${name}` })
      return {
        path: `/?q=${id}`,
        act: () => pin.click(),
        rolledBack: () => expect(pin).toHaveAttribute('data-pinned', 'false'),
        done: () => expect(page.getByRole('button', { name: `Unpin ${name}` }).first()).toBeVisible(),
      }
    },
  },
  'undoing a pin': {
    short: ['offline'],
    begin: async ({ page, world }) => {
      const { id, name } = await world.createAccount(`Elm ${word()}`)
      return {
        path: `/?q=${id}`,
        prepare: async () => {
          await page.getByRole('button', { name: `Pin ${name}` }).click()
          await page.getByRole('button', { name: 'Undo' }).focus()
        },
        act: () => page.getByRole('button', { name: 'Undo' }).click(),
        done: () => expect(page.getByRole('button', { name: `Pin ${name}`, exact: true })).toBeVisible(),
      }
    },
  },
  'ordering pins': {
    short: ['offline', 'signed out'],
    begin: async ({ page, world, person }) => {
      const [first, second] = [await world.createAccount(`Fir ${word()}`), await world.createAccount(`Gum ${word()}`)]
      await world.pin(person, first)
      await world.pin(person, second)
      const row = (name: string) => page.locator('[data-id]').filter({ hasText: name })
      const order = async () =>
        page.locator('[data-id]').evaluateAll((rows) => rows.map((each) => (each as HTMLElement).dataset.id))
      const isBefore = async () => (await order()).indexOf(second.id) < (await order()).indexOf(first.id)
      return {
        path: '/',
        prepare: async () => {
          await page.getByRole('link', { name: 'Edit order' }).click()
          await expect(row(second.name)).toBeVisible()
        },
        act: () => row(second.name).getByRole('button', { name: /up$/ }).click(),
        rolledBack: () => expect.poll(isBefore).toBe(false),
        done: async () => {
          await expect(page.locator('[data-waiting]')).toHaveCount(0)
          await page.reload()
          await expect.poll(isBefore).toBe(true)
        },
      }
    },
  },
  'ending an open account': {
    begin: async ({ page, world }) => {
      const { id, name } = await world.createAccount(`Hazel ${word()}`)
      await page.request.get(`/launch/${id}`)
      const end = page.getByRole('button', { name: `End ${name}` })
      return {
        path: '/',
        act: () => end.click(),
        kept: () => expect(end).toBeVisible(),
        done: () => expect(end).toHaveCount(0),
      }
    },
  },
  'suspending accounts together': {
    begin: async ({ page, world }) => {
      const { id, name } = await world.createAccount(`Ivy ${word()}`)
      const suspend = page.getByRole('dialog').getByRole('button', { name: /^Suspend/ })
      return {
        path: `/manage/accounts?q=${id}`,
        prepare: async () => {
          await page.getByRole('checkbox', { name: `Select ${name}` }).check()
          await page.getByRole('form', { name: 'Selected accounts' }).getByRole('button', { name: 'Suspend' }).click()
          await expect(suspend).toBeVisible()
        },
        act: () => suspend.click(),
        kept: () => expect(suspend).toBeVisible(),
        done: () => expect(page.getByRole('row').filter({ hasText: id })).toContainText('Suspended'),
      }
    },
  },
  'resuming an account': {
    short: ['slow'],
    begin: async ({ page, world }) => {
      const account = await world.createAccount(`Jacaranda ${word()}`)
      await world.suspendAccount(account)
      const row = page.getByRole('row').filter({ hasText: account.id })
      return {
        path: `/manage/accounts?q=${account.id}`,
        act: () => chooseInMenu(page, account.name, 'Resume'),
        kept: () => expect(row).toContainText('Suspended'),
        done: () => expect(row).toContainText('Active'),
      }
    },
  },
  'asking to suspend accounts together': {
    short: ['signed out', 'slow'],
    begin: async ({ page, world }) => {
      const { id, name } = await world.createAccount(`Juniper ${word()}`)
      const box = page.getByRole('checkbox', { name: `Select ${name}` })
      return {
        path: `/manage/accounts?q=${id}`,
        prepare: () => box.check(),
        act: () =>
          page.getByRole('form', { name: 'Selected accounts' }).getByRole('button', { name: 'Suspend' }).click(),
        kept: () => expect(box).toBeChecked(),
        done: () => expect(page.getByRole('dialog')).toBeVisible(),
      }
    },
  },
  'asking to remove accounts from a group': {
    short: ['signed out'],
    begin: async ({ page, world }) => {
      const { id, name } = await world.createAccount(`Kapok ${word()}`)
      const group = await makeGroup(world.services, [id])
      const box = page.getByRole('checkbox', { name: `Select ${name}` })
      return {
        path: `/manage/accounts/groups/${group}`,
        prepare: () => box.check(),
        act: () => page.getByRole('button', { name: 'Remove from group' }).click(),
        kept: () => expect(box).toBeChecked(),
        done: () => expect(page.getByRole('dialog')).toBeVisible(),
      }
    },
  },
  'asking to deactivate users together': {
    begin: async ({ page, world }) => {
      const user = await world.createPerson('agent')
      const box = page.getByRole('checkbox', { name: `Select ${user.name}` })
      return {
        path: `/users-and-access/users?q=${user.username}`,
        prepare: async () => {
          await box.check()
          await expect(page.getByText('1 selected')).toBeVisible()
        },
        act: () =>
          page.getByRole('form', { name: 'Selected users' }).getByRole('button', { name: 'Deactivate' }).click(),
        kept: () => expect(box).toBeChecked(),
        done: () => expect(page.getByRole('dialog')).toBeVisible(),
      }
    },
  },
  'deactivating users together': {
    short: ['signed out'],
    begin: async ({ page, world }) => {
      const user = await world.createPerson('agent')
      const deactivate = page.getByRole('dialog').getByRole('button', { name: /^Deactivate/ })
      return {
        path: `/users-and-access/users?q=${user.username}`,
        prepare: async () => {
          await page.getByRole('checkbox', { name: `Select ${user.name}` }).check()
          await page.getByRole('form', { name: 'Selected users' }).getByRole('button', { name: 'Deactivate' }).click()
          await expect(deactivate).toBeVisible()
        },
        act: () => deactivate.click(),
        kept: () => expect(deactivate).toBeVisible(),
        done: () => expect(page.getByRole('row').filter({ hasText: user.username })).toContainText('Deactivated'),
      }
    },
  },
  'creating a group': {
    short: ['answered by 502', 'slow'],
    asksIfUnknown: true,
    begin: async ({ page }) => {
      const name = `Group ${word()}`
      const field = page.getByRole('dialog').getByLabel('Name')
      return {
        path: '/manage/accounts/groups?dialog=add',
        prepare: () => field.fill(name),
        act: () => page.getByRole('button', { name: 'Add group' }).click(),
        kept: () => expect(field).toHaveValue(name),
        done: () => expect(page.getByRole('heading', { level: 1, name })).toBeVisible(),
      }
    },
  },
  'adding accounts to a group': {
    begin: async ({ page, world }) => {
      const { id } = await world.createAccount(`Larch ${word()}`)
      const group = await makeGroup(world.services, [])
      const dialog = page.getByRole('dialog')
      return {
        path: `/manage/accounts/groups/${group}?dialog=accounts`,
        prepare: () => dialog.getByRole('combobox', { name: 'Account IDs' }).fill(id),
        act: () => dialog.getByRole('button', { name: 'Add accounts' }).click(),
        kept: () => expect(dialog.getByRole('button', { name: `Remove ${id}` })).toBeVisible(),
        done: () => expect(dialog.getByText('1 account added')).toBeVisible(),
      }
    },
  },
  'finding an account to add': {
    continues: true,
    begin: async ({ page, world }) => {
      const { name } = await world.createAccount(`Rowan ${word()}`)
      const group = await makeGroup(world.services, [])
      const field = page.getByRole('dialog').getByRole('combobox', { name: 'Account IDs' })
      return {
        path: `/manage/accounts/groups/${group}?dialog=accounts`,
        act: () => field.fill(name),
        kept: () => expect(field).toHaveValue(name),
        done: () => expect(page.getByRole('option', { name })).toBeVisible(),
      }
    },
  },
  'removing a group': {
    asksIfUnknown: true,
    begin: async ({ page, world }) => {
      const name = `Old ${word()}`
      const group = await makeGroup(world.services, [], name)
      const remove = page.getByRole('dialog').getByRole('button', { name: /^(Delete|Remove)/ })
      return {
        path: `/manage/accounts/groups/${group}?dialog=delete`,
        prepare: () => expect(remove).toBeVisible(),
        act: () => remove.click(),
        kept: () => expect(remove).toBeVisible(),
        done: () => expect(page).toHaveURL(/\/manage\/accounts\/groups(\?|$)/),
      }
    },
  },
  'renaming a key': {
    begin: async ({ page, world, person }) => {
      const { keyId } = await world.createKey(person)
      const name = `Renamed ${word()}`
      const field = page.getByRole('dialog').getByLabel('Name')
      return {
        path: `/users-and-access/keys/${keyId}?dialog=edit-key`,
        prepare: () => field.fill(name),
        act: () => page.getByRole('button', { name: 'Save' }).click(),
        kept: () => expect(field).toHaveValue(name),
        done: () => expect(page.getByRole('heading', { level: 1 })).toHaveText(name),
      }
    },
  },
  'disabling a key': {
    asksIfUnknown: true,
    begin: async ({ page, world, person }) => {
      const { keyId } = await world.createKey(person)
      const disable = page.getByRole('button', { name: 'Disable key' })
      return {
        path: `/users-and-access/keys/${keyId}?dialog=disable-key`,
        act: () => disable.click(),
        kept: () => expect(disable).toBeVisible(),
        done: () => expect(page.getByRole('main').getByRole('link', { name: 'Enable' })).toBeVisible(),
      }
    },
  },
  'enabling a key': {
    asksIfUnknown: true,
    begin: async ({ page, world, person }) => {
      const { keyId } = await world.createKey(person)
      await world.services.db.updateTable('api_keys').set({ disabled_at: 1 }).where('id', '=', keyId).execute()
      const enable = page.getByRole('button', { name: 'Enable key' })
      return {
        path: `/users-and-access/keys/${keyId}?dialog=enable-key`,
        act: () => enable.click(),
        kept: () => expect(enable).toBeVisible(),
        done: () => expect(page.getByRole('main').getByRole('link', { name: 'Disable' })).toBeVisible(),
      }
    },
  },
  'revoking a key': {
    asksIfUnknown: true,
    begin: async ({ page, world, person }) => {
      const { keyId } = await world.createKey(person)
      const revoke = page.getByRole('button', { name: 'Revoke key' })
      return {
        path: `/users-and-access/keys/${keyId}?dialog=revoke-key`,
        act: () => revoke.click(),
        kept: () => expect(revoke).toBeVisible(),
        done: () => expect(page.getByRole('main').getByText('Revoked', { exact: true })).toBeVisible(),
      }
    },
  },
  'trying a key': {
    asksIfUnknown: true,
    begin: async ({ page, world }) => {
      const { id } = await world.createAccount(`Maple ${word()}`)
      const dialog = page.getByRole('dialog')
      return {
        path: '/users-and-access?dialog=generate-key',
        prepare: async () => {
          await dialog.getByLabel('Name', { exact: true }).fill(`Tried ${word()}`)
          await ownKeyYourself(page)
          await dialog.getByRole('button', { name: 'Generate key' }).click()
          await dialog.getByText('Try it', { exact: true }).click()
          await dialog.getByLabel('Account ID').fill(id)
        },
        act: () => dialog.getByRole('button', { name: 'Try key' }).click(),
        kept: () => expect(dialog.getByLabel('Account ID')).toHaveValue(id),
        done: () => expect(dialog.getByText('POST /auth/v1/sso')).toBeVisible(),
      }
    },
  },
  'saving a view': {
    short: ['answered by 502'],
    asksIfUnknown: true,
    begin: async ({ page }) => {
      const [name, action] = [`View ${word()}`, 'account.created']
      const field = page.getByLabel('Name of this view')
      return {
        path: `/activity?kind=${action}&q=${word()}`,
        prepare: async () => {
          await page.getByRole('button', { name: 'Saved views' }).click()
          await field.fill(name)
        },
        act: () => field.press('Enter'),
        kept: () => expect(field).toHaveValue(name),
        done: () => expect(page.getByRole('link', { name, exact: true })).toBeVisible(),
      }
    },
  },
  'saving the organization': {
    begin: async ({ page }) => {
      const field = page.getByRole('textbox', { name: 'Accent color' })
      return {
        path: '/settings',
        // The organization is that of all journeys: nothing changes.
        prepare: () => field.fill('  '),
        act: () => page.getByRole('button', { name: 'Save' }).click(),
        kept: () => expect(field).toHaveValue('  '),
        done: () => expect(page.getByText('Saved', { exact: true })).toBeVisible(),
      }
    },
  },
  'uploading a logo': {
    short: ['offline'],
    begin: async ({ page }) => {
      const field = page.getByLabel('Logo file')
      const upload = page.getByRole('button', { name: /^(Upload|Replace) logo$/ })
      return {
        path: '/settings',
        // The organization is that of all journeys: each file is refused.
        prepare: async () => {
          await field.setInputFiles(file('empty.png', ''))
          await upload.click()
          await expect(field).toHaveAttribute('aria-invalid', 'true')
          await field.setInputFiles(file('text.png', 'no picture'))
        },
        act: () => upload.click(),
        done: () => expect(page.getByText('This isn’t a PNG file')).toBeVisible(),
      }
    },
  },
  'changing the profile': {
    begin: async ({ page, person }) => {
      const name = `${person.name} ${word()}`
      const field = page.getByLabel('Name', { exact: true })
      return {
        path: '/your-account',
        prepare: () => field.fill(name),
        act: () => page.getByRole('button', { name: 'Save' }).click(),
        kept: () => expect(field).toHaveValue(name),
        done: () => expect(page.getByRole('banner')).toContainText(name),
      }
    },
  },
  'checking a file to import': {
    short: ['answered by 502'],
    begin: async ({ page }) => ({
      path: '/manage/accounts/import',
      prepare: async () => {
        await page.getByLabel('CSV file').setInputFiles(file('bad.csv', 'a,b\n1,2'))
        await page.getByRole('button', { name: 'Check file' }).click()
        await expect(page.getByRole('main').locator('[aria-invalid]')).toBeVisible()
        await page.getByLabel('CSV file').setInputFiles(file('accounts.csv', `id,name\nimp-${word()},Nut\n`))
      },
      act: () => page.getByRole('button', { name: 'Check file' }).click(),
      done: () => expect(page).toHaveURL(/\/import\/./),
    }),
  },
  'requesting access': {
    short: ['signed out'],
    role: 'agent',
    begin: async ({ page, world }) => {
      const { id } = await world.createAccount(`Nutmeg ${word()}`)
      const reason = page.getByLabel('Reason')
      return {
        path: `/access-requests?account=${id}`,
        prepare: () => reason.fill('They called twice.'),
        act: () => page.getByRole('button', { name: 'Request access' }).click(),
        kept: () => expect(reason).toHaveValue('They called twice.'),
        done: () => expect(page.getByText(`Request sent for ${id}`)).toBeVisible(),
      }
    },
  },
  'deciding a request': {
    asksIfUnknown: true,
    begin: async ({ page, world }) => {
      const account = await world.createAccount(`Oak ${word()}`)
      const agent = await world.createPerson('agent')
      const actor = { ...anyPerson('agent'), userId: agent.id, name: agent.name }
      await requestAccess(world.services, actor, { accountId: account.id, reason: 'They called.' })
      const note = page.getByRole('dialog').getByLabel('Note')
      return {
        path: '/users-and-access/requests',
        prepare: async () => {
          await page.getByRole('link', { name: `Approve ${agent.name} for ${account.id}` }).click()
          await note.fill('Until Friday')
        },
        act: () => page.getByRole('button', { name: 'Approve request' }).click(),
        kept: () => expect(note).toHaveValue('Until Friday'),
        done: () =>
          expect(
            page.getByRole('table', { name: 'Decided' }).getByRole('row').filter({ hasText: agent.name }),
          ).toContainText('Approved'),
      }
    },
  },
}
