import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test, type World } from './fixtures.ts'

/** Pages whose links are followed to find the dialogs; those of one thing are added for one of each kind. */
const maxPages = 60

/** Opens one dialog of each kind that a link of a page leads to. IDs in paths count once. */
async function findDialogs(page: Page): Promise<readonly string[]> {
  const toKind = (href: string) =>
    href.replace(/\/(usr|lkid|grp|wh|agr|req|pse|idp)_\w+|\/id\/[^/?]+/g, '/#').replace(/=[a-z]+_\w+/g, '=#')
  const seen = new Set<string>()
  const dialogs: string[] = []
  const waiting = ['/', '/overview', '/users-and-access', '/manage/accounts', '/activity', '/organization']
  for (let href = waiting.shift(); href !== undefined && seen.size < maxPages; href = waiting.shift()) {
    if (seen.has(toKind(href))) continue
    seen.add(toKind(href))
    await page.goto(href)
    if ((await page.locator('dialog[open] form [data-form-actions]').count()) > 0) dialogs.push(href)
    waiting.push(...(await page.locator('a[href^="/"]:not([download])').evaluateAll(readLinks)))
  }
  return dialogs
}

function readLinks(links: Element[]): string[] {
  const isPage = /^\/(overview|users-and-access|manage|activity(?!\/export)|organization|sign-in-settings|your-)/
  return links
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => isPage.test(href) && !/[?&](q|key|page|sort|kind|period)=/.test(href))
}

/** Changes the first field of the dialog that a person can change. @returns how to see that it is still changed */
async function change(dialog: Locator): Promise<(() => Promise<unknown>) | undefined> {
  const text = dialog
    .locator('input:is([type=text], [type=email], [type=url], [type=password]):visible, textarea:visible')
    .first()
  if (await text.count()) {
    await text.fill('typed-by-hand')
    return () => expect(text).toHaveValue('typed-by-hand')
  }
  const box = dialog.locator('input:is([type=checkbox], [type=radio]):not(:checked):visible').first()
  if ((await box.count()) === 0) return undefined
  const [name, value] = await box.evaluate((input: HTMLInputElement) => [input.name, input.value])
  const chosen = dialog.locator(`input[name="${name}"][value="${value}"]`)
  await chosen.check({ force: true })
  return () => expect(chosen).toBeChecked()
}

/** Waits for the scripts, which make the dialog modal. Before that, nothing closes it. */
async function openDialog(page: Page, href: string): Promise<void> {
  await page.goto(href)
  await expect(page.locator('dialog:modal')).toBeVisible()
}

/** A press beside the dialog. */
async function pressBeside(page: Page): Promise<void> {
  await page.mouse.click(4, 4)
}

async function makeOneOfEach(world: World): Promise<void> {
  const account = await world.createAccount('Typed Mill')
  const agent = await world.createPerson('agent', [account])
  await world.createKey(agent)
}

test('every dialog with a form asks before it loses what was typed', async ({ page, world }) => {
  test.setTimeout(900_000)
  await makeOneOfEach(world)
  await signIn(page, await world.createPerson('owner'))
  const dialogs = await findDialogs(page)
  expect(dialogs.length).toBeGreaterThan(8)
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  for (const href of dialogs) {
    await test.step(href, async () => {
      await openDialog(page, href)
      const dialog = page.getByRole('dialog')
      const isChanged = await change(dialog)
      if (!isChanged) return
      await page.keyboard.press('Escape')
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await isChanged()
      await pressBeside(page)
      await expect(question).toBeVisible()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await isChanged()
      await dialog
        .getByRole('button', { name: 'Close' })
        .or(dialog.getByRole('link', { name: 'Close' }))
        .click()
      await question.getByRole('button', { name: 'Discard' }).click()
      await expect(dialog).toBeHidden()
    })
  }
})

test('a dialog closes at once if nothing was typed, or what was typed is gone again', async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'))
  const path = '/users-and-access?dialog=add-user'
  const dialog = page.getByRole('dialog')
  for (const close of [() => page.keyboard.press('Escape'), () => pressBeside(page)]) {
    await openDialog(page, path)
    await close()
    await expect(dialog).toBeHidden()
    await openDialog(page, path)
    await dialog.getByRole('textbox').first().fill('typed')
    await dialog.getByRole('textbox').first().fill('')
    await close()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('leaving the page with a filled dialog asks in the words of the browser', async ({ page, world }) => {
  await signIn(page, await world.createPerson('owner'))
  await openDialog(page, '/users-and-access?dialog=add-user')
  const name = page.getByRole('dialog').getByRole('textbox').first()
  await name.pressSequentially('Typed')
  const asked = page.waitForEvent('dialog')
  const reload = page.reload()
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reload
})
