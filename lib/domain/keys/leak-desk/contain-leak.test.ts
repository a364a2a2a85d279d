import { beforeEach, describe, expect, it } from 'vitest'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { checkLeak } from '#lib/domain/keys/leak-desk/check-leak.ts'
import { containLeak } from '#lib/domain/keys/leak-desk/contain-leak.ts'
import { containmentOf } from '#lib/domain/keys/leak-desk/containable.ts'
import { findContainment } from '#lib/domain/keys/leak-desk/find-containment.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { anyPerson, insertUser, personOf, root } from '#lib/testing/people.ts'
import { startTestRotation, tryTestSecret } from '#lib/testing/rotations.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { issueLink, makeTestProgram, postGrant, type TestProgram } from '#lib/testing/test-grants.ts'
import { clientFields, makeTestKey, postToken, readTokens, refreshFields } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let program: TestProgram
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
})

const key = () => ({ id: program.keyId, secret: program.secret })
const refresh = async (token: string) => (await postToken(refreshFields(program.owner.username, token))).status
const eventsOf = async (kind: string) => {
  const rows = await services.db.selectFrom('audit_events').select('details').where('kind', '=', kind).execute()
  return rows.map(({ details }) => JSON.parse(details))
}

async function contain(text: string, actor = root as Parameters<typeof containLeak>[1]): Promise<void> {
  const [leak] = await checkLeak(services, root, text)
  if (!leak?.known || leak.keyId === null) throw new Error('the text holds no credential of a key')
  const { keyId, secretId, familyId } = leak
  const target =
    secretId === undefined ? { subject: 'family', id: familyId ?? '' } : { subject: 'secret', id: secretId }
  await containLeak(services, actor, { keyId, ...target } as Parameters<typeof containLeak>[2])
}

describe('containing a leak', () => {
  it('ends a secret that is current, its tokens and the accounts that they opened, once', async () => {
    const { refreshToken } = await readTokens(await postToken(clientFields(key())))
    const browser = new TestBrowser()
    await browser.open((await issueLink(program)).href)
    await contain(`log: ${program.secret}`)
    expect([await tryTestSecret(key(), program.secret), await refresh(refreshToken)]).toEqual([401, 400])
    expect((await postGrant(program.accessToken, { accountId: 'acme' })).status).toBe(401)
    expect(await (await browser.open('/accounts/acme/-/status')).json()).toMatchObject({ open: false })
    const event = { reason: 'leaked', families: 2 }
    expect(await eventsOf('api_key.secret_retired')).toEqual([expect.objectContaining(event)])
    await contain(program.secret)
    expect(await eventsOf('api_key.secret_retired')).toHaveLength(1)
  })

  it('leaves the other secret of the key and its tokens as they are', async () => {
    const { rotated } = await startTestRotation(services, { ...key(), ownerId: '', email: '', username: '' })
    const { refreshToken } = await readTokens(await postToken(clientFields({ id: program.keyId, ...rotated })))
    await contain(program.secret)
    expect([await tryTestSecret(key(), program.secret), await tryTestSecret(key(), rotated.secret)]).toEqual([401, 200])
    expect(await refresh(refreshToken)).toBe(200)
    const { secrets } = await readKeySecrets(services, root, program.keyId)
    expect(secrets.map(({ state }) => state)).toEqual(['current', 'retired'])
  })

  it('ends the family of a refresh token that was replaced, of an access token, and of a link', async () => {
    const first = await readTokens(await postToken(clientFields(key())))
    const next = await readTokens(await postToken(refreshFields(program.owner.username, first.refreshToken)))
    const other = await readTokens(await postToken(clientFields(key())))
    const link = await issueLink(program)
    await contain(first.refreshToken)
    expect(await refresh(next.refreshToken)).toBe(400)
    expect(await refresh(other.refreshToken)).toBe(200)
    await contain(other.accessToken)
    expect((await postGrant(other.accessToken, { accountId: 'acme' })).status).toBe(401)
    await contain(link.href)
    expect((await new TestBrowser().open(link.href)).status).toBe(403)
    expect(await tryTestSecret(key(), program.secret)).toBe(200)
    const events = await eventsOf('refresh_family.revoked')
    expect(events.map(({ reason }) => reason)).toEqual(['leaked', 'leaked', 'leaked'])
  })

  it('names the key of what is to be contained, and says when it is done', async () => {
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    const { accessToken } = await readTokens(await postToken(clientFields(key())))
    const targets = (await checkLeak(services, root, `${program.secret} ${accessToken}`)).map(containmentOf)
    const find = (actor = root as Parameters<typeof findContainment>[1]) =>
      Promise.all(
        targets.map(async (target) => {
          const found = target && (await findContainment(services, actor, target))
          return found && [found.key?.name, found.isDone]
        }),
      )
    expect(await find(admin)).toEqual([
      ['CRM', false],
      ['CRM', false],
    ])
    await contain(accessToken)
    expect((await find()).map((found) => found?.[1])).toEqual([false, true])
    await contain(program.secret)
    expect((await find()).map((found) => found?.[1])).toEqual([true, true])
    await services.db.updateTable('users').set({ role: 'owner' }).where('id', '=', program.owner.id).execute()
    expect(await find(admin)).toEqual([undefined, undefined])
    const { id: keyId } = await makeTestKey(services)
    for (const target of targets) {
      expect(target && (await findContainment(services, root, { ...target, keyId }))).toBe(undefined)
    }
  })

  it('is offered for a key that is disabled, since it can be enabled again, and not for what is over', async () => {
    const first = await readTokens(await postToken(clientFields(key())))
    const offered = async () => {
      const found = await checkLeak(services, root, `${program.secret} ${first.refreshToken} ${first.accessToken}`)
      return found.map((credential) => containmentOf(credential)?.subject)
    }
    await disableApiKey(services, root, program.keyId)
    expect(await offered()).toEqual(['secret', 'family', 'family'])
    await contain(first.refreshToken)
    expect(await offered()).toEqual(['secret', undefined, undefined])
    await contain(program.secret)
    expect(await offered()).toEqual([undefined, undefined, undefined])
    const other = await makeTestKey(services)
    await revokeApiKey(services, root, other.id)
    expect((await checkLeak(services, root, other.secret)).map(containmentOf)).toEqual([undefined])
  })

  it('of concurrent calls, one is recorded', async () => {
    await Promise.all(Array.from({ length: 20 }, () => contain(program.secret)))
    expect(await eventsOf('api_key.secret_retired')).toHaveLength(1)
  })

  it('is refused to agents, for keys of others, without a recent confirmation, and for what the key doesn’t have', async () => {
    const { keyId } = program
    const input = { keyId, subject: 'secret', id: 'ksec_x' } as const
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    const owner = personOf(services, await insertUser(services, { role: 'owner' }))
    const other = await makeTestKey(services)
    const [leak] = await checkLeak(services, root, other.secret)
    const foreign = { ...input, id: (leak?.known && leak.secretId) || 'none' }
    const refusalOf = (actor: Parameters<typeof containLeak>[1], given: Parameters<typeof containLeak>[2]) =>
      containLeak(services, actor, given).then(
        () => 'contained',
        ({ code }) => code,
      )
    expect(await refusalOf(anyPerson('agent'), input)).toBe('forbidden')
    expect(await refusalOf({ ...owner, confirmedAt: 0 }, input)).toBe('confirmation_required')
    expect(await refusalOf(owner, input)).toBe('not_found')
    expect(await refusalOf(owner, foreign)).toBe('not_found')
    expect(await refusalOf(owner, { ...input, subject: 'family' })).toBe('not_found')
    expect(await refusalOf(owner, { ...input, id: 'x'.repeat(65) })).toBe('input_invalid')
    expect(await refusalOf(owner, { ...input, subject: 'key' as 'secret' })).toBe('input_invalid')
    await services.db.updateTable('users').set({ role: 'owner' }).where('id', '=', program.owner.id).execute()
    expect(await refusalOf(admin, input)).toBe('forbidden')
    expect(await tryTestSecret(other, other.secret)).toBe(200)
  })
})
