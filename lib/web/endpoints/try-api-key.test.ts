import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { account } from '#lib/testing/accounts.ts'
import { anyPerson, insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { tryApiKey } from '#lib/web/endpoints/try-api-key.ts'

let services: TestServices
let key: { id: string; secret: string }

beforeEach(async () => {
  services = await openTestServices()
  const { id: ownerId } = await insertUser(services, { role: 'service' })
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  key = await generateApiKey(services, root, { name: 'Trial', ownerId })
})

async function tryKey(changes: Partial<{ secret: string; accountId: string }> = {}, role: 'owner' | 'agent' = 'owner') {
  const actor = role === 'owner' ? personOf(services, await insertUser(services, { role })) : anyPerson(role)
  return tryApiKey(services, actor, { keyId: key.id, secret: key.secret, accountId: 'acme', ...changes })
}

describe('trying a key', () => {
  it('shows both requests with their responses, masks every secret, and returns the link', async () => {
    const { requests, grantUrl } = await tryKey()
    expect(requests.map(({ status }) => status)).toEqual([200, 200])
    expect(grantUrl).toMatch(/^https:\/\/login\.example\.com\/sso\?token=[\w-]{43}&/)
    const [token, link] = requests
    expect(token?.request).toBe(
      `POST /auth/v1/token\ngrantType=client_credentials\nclientId=${key.id}\nclientSecret=${key.secret.slice(0, 8)}…`,
    )
    expect(token?.response).toMatch(
      /^{"accessToken":"eyJ.{5}…","expiresIn":36000,"tokenType":"Bearer","refreshToken":"lkrt1\.fa…"}$/,
    )
    expect(link?.request).toMatch(/^POST \/auth\/v1\/sso\nAuthorization: Bearer eyJ.{5}…\naccountId=acme$/)
    expect(link?.response).toMatch(/^{"grantUrl":"https:\/\/login\.example\.com\/sso\?token=[\w-]{8}…&userId=/)
    expect(JSON.stringify(requests) + services.logLines.join('')).not.toContain(key.secret)
  })

  it('shows a refusal as the program gets it', async () => {
    const wrong = await tryKey({ secret: `${key.secret.slice(0, -1)}_` })
    expect(wrong.requests.map(({ status }) => status)).toEqual([401])
    expect(wrong.requests[0]?.response).toContain('"error":"invalid_client"')
    const elsewhere = await tryKey({ accountId: 'nowhere' })
    expect(elsewhere.requests.map(({ status }) => status)).toEqual([200, 403])
    expect([wrong.grantUrl, elsewhere.grantUrl]).toEqual([undefined, undefined])
  })

  it('needs a manager of the key', async () => {
    await expect(tryKey({}, 'agent')).rejects.toMatchObject({ code: 'forbidden' })
    const boss = await insertUser(services, { role: 'owner' })
    key = await generateApiKey(services, root, { name: 'Of the owner', ownerId: boss.id })
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    const attempt = tryApiKey(services, admin, { keyId: key.id, secret: key.secret, accountId: 'acme' })
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
  })
})
