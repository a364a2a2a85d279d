import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { logOutByProvider } from '#lib/domain/sign-in/company-sign-in/back-channel-logout.ts'
import { acceptLink } from '#lib/domain/sign-in/company-sign-in/link-by-invitation.ts'
import { startForgedProvider } from '#lib/testing/forged-provider.ts'
import { insertUser, root, visitor } from '#lib/testing/people.ts'
import { begin, finish, localBaseUrl, registerProvider, testBrowser } from '#lib/testing/sign-in-providers.ts'
import { openTestServices } from '#lib/testing/test-services.ts'

it('sign-ins at a provider leave no secret in a table or in the log', async () => {
  const services = await openTestServices({ BASE_URL: localBaseUrl })
  const forged = await startForgedProvider(() => services.clock.now())
  const clientSecret = 'six-soft-peaches-in-a-basket'
  const secrets = [clientSecret, Buffer.from(clientSecret).toString('base64')]
  const sign = forged.sign.bind(forged)
  forged.sign = async (...given) => {
    const token = await sign(...given)
    secrets.push(token, token.slice(token.lastIndexOf('.') + 1))
    return token
  }
  forged.user = { ...forged.user, sid: 'a-session-at-the-provider' }
  await registerProvider(services, forged, { secret: clientSecret })

  const { url } = await createSetPasswordLink(services, root, (await insertUser(services)).id)
  const link = new URL(url).searchParams.get('token') ?? ''
  const signInWith = async (code: string, given = {}) => {
    const begun = await begin(services, given)
    const parameters = new URL(begun.url).searchParams
    secrets.push(begun.sealed, code, parameters.get('state') ?? '', parameters.get('nonce') ?? '')
    const asked = await finish(services, begun, forged.authorize(begun.url, { code }))
    secrets.push(forged.tokenRequests.at(-1)?.form.get('code_verifier') ?? '')
    const outcome = 'sealed' in asked ? await accept(asked.sealed) : asked
    if ('secret' in outcome) secrets.push(outcome.secret ?? '')
    return outcome
  }
  const accept = (sealed: string) => {
    secrets.push(sealed)
    return acceptLink(services, visitor, { providerId: 'acme', sealed, browser: testBrowser, password: '' })
  }
  expect(await signInWith('a-code-for-the-invitation', { link })).toHaveProperty('person')
  expect(await signInWith('a-code-for-the-second-time')).toHaveProperty('person')
  forged.idToken = (claims) => ({ ...claims, nonce: 'a-nonce-of-another-sign-in' })
  expect(await signInWith('a-code-that-is-refused')).toHaveProperty('problem')
  const logoutToken = await forged.sign({ sid: 'a-session-at-the-provider' })
  await expect(logOutByProvider(services, visitor, { providerId: 'acme', logoutToken })).rejects.toThrow()

  secrets.push(link, 'a-session-at-the-provider')
  expect(Math.min(...secrets.map((secret) => secret.length))).toBeGreaterThan(15)
  const tables = await services.db.introspection.getTables()
  const texts = await Promise.all(
    tables.map(async ({ name }) =>
      JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(services.db)).rows),
    ),
  )
  expect(texts.join('')).toContain('subject-1')
  expect(services.logLines.join('')).toContain('a sign-in through a provider was refused')
  for (const text of [...texts, services.logLines.join('')]) {
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  }
})
