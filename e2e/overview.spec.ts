import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import { expect, signIn, test } from './fixtures.ts'

test('Overview shows figures that lead to the lists behind them', async ({ page, world }) => {
  const { services } = world
  services.usage.set('account-opened', 1_234)
  services.usage.set('refused:grant_other_browser', 987_654)
  await writeUsage(services)
  const invited = await world.createPerson('agent')
  await signIn(page, await world.createPerson('admin'))
  await page.goto('/overview')
  const figure = (label: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: label }) })
  await expect(figure('Accounts opened')).toContainText(/\d,\d\d\d/)
  await expect(figure('Refusals')).toContainText(/98\d,\d{3}/)
  const causes = page.getByRole('region', { name: 'Refusals by cause' })
  await expect(causes.getByRole('listitem').first()).toContainText(/98\d,\d{3}/)

  const chart = page.getByRole('region', { name: 'Opens and tokens per day' })
  await chart.getByText('Show as table').click()
  await expect(chart.getByRole('row')).toHaveCount(31)
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL('/overview?days=7')
  await expect(chart.getByRole('row')).toHaveCount(8)

  const people = page.getByRole('region', { name: 'Never signed in' })
  await expect(people).toContainText(invited.name)
  await people.getByRole('link', { name: `New link for ${invited.name}` }).click()
  await expect(page.getByRole('dialog')).toContainText(invited.name)
  await page.goto('/overview')
  await page.getByRole('link', { name: 'Accounts opened' }).click()
  await expect(page).toHaveURL(/\/activity\?kind=sso_grant\.redeemed&from=\d{4}-\d\d-\d\d$/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('Overview has its table and its periods', async ({ page, world }) => {
    await signIn(page, await world.createPerson('owner'), '/overview?days=7')
    await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true')
    await page.getByText('Show as table').click()
    await expect(page.getByRole('row')).toHaveCount(8)
  })
})
