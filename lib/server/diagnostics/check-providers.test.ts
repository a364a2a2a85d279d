import { expect, it } from 'vitest'
import { userEvent } from '#lib/domain/people/users/user.ts'
import { changeProvider } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { checkProviders } from '#lib/server/diagnostics/check-providers.ts'
import { startForgedProvider } from '#lib/testing/forged-provider.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { localBaseUrl, registerProvider } from '#lib/testing/sign-in-providers.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

it('names the providers whose discovery document or keys can’t be fetched', async () => {
  const services = await openTestServices({ BASE_URL: localBaseUrl })
  const check = async () => {
    const { verdict, sentence } = await checkProviders(services.db, services.env)
    return [verdict, sentence]
  }
  expect(await check()).toEqual(['ok', 'None.'])
  const forged = await startForgedProvider(() => services.clock.now())
  await registerProvider(services, forged)
  expect(await check()).toEqual(['ok', '1 provider can be reached.'])
  const remedy = 'Look with "latchkey sign-in provider test <id>" what is wrong, or disable it.'
  const failed = (problem: string) => [
    'fail',
    `The discovery document or the keys can't be fetched: acme (${problem}). ${remedy}`,
  ]
  const user = await insertUser(services)
  for (let signIns = 0; signIns < 2; signIns++) {
    await services.db.transaction().execute((trx) => recordEvent(trx, root, userEvent('user.groups_untold', user)))
  }
  const advice = 'They keep their access. At Entra ID, send only "Groups assigned to the application".'
  expect(await check()).toEqual(['warn', `The groups of 1 user could not be read in the last 7 days. ${advice}`])
  forged.routes['/jwks'] = (_request, response) => void response.writeHead(500).end()
  expect(await check()).toEqual(failed('keys'))
  forged.routes['/jwks'] = (request) => void request.socket.destroy()
  expect(await check()).toEqual(failed('connection'))
  forged.metadata = { issuer: 'https://evil.example' }
  expect(await check()).toEqual(failed('issuer_differs'))
  await changeProvider(services, root, { id: 'acme', label: 'Acme', clientId: forged.clientId, isDisabled: true })
  services.clock.advance(7 * dayMs)
  expect(await check()).toEqual(['ok', 'None.'])
})
