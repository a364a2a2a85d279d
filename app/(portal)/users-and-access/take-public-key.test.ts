import { exportJWK, generateKeyPair } from 'jose'
import { expect, it, vi } from 'vitest'
import { readNewKey } from '#app/(portal)/_forms/form-fields.ts'
import { runForm } from '#app/(portal)/_forms/run-form.ts'
import { generateKeyForPurpose } from '#lib/domain/keys/key-management/generate-for-purpose.ts'
import { insertUser, personOf } from '#lib/testing/people.ts'
import { openTestServices } from '#lib/testing/test-services.ts'
import { takePublicKey } from './take-public-key.ts'

// next-auth can't be imported outside Next.
vi.mock('#app/(portal)/_session/auth.ts', () => ({ setSessionCookie: async () => undefined }))

const pair = await generateKeyPair('ES256', { extractable: true })
const publicJwk = await exportJWK(pair.publicKey)
const privateJwk = await exportJWK(pair.privateKey)

function pasted(text: string): FormData {
  const form = new FormData()
  form.set('name', 'CRM')
  form.set('publicJwk', text)
  return form
}

it('reads a public key, which the form shows again', () => {
  const form = pasted(JSON.stringify(publicJwk, null, 2))
  expect(takePublicKey(form)()).toEqual(publicJwk)
  expect(JSON.parse(String(form.get('publicJwk')))).toEqual(publicJwk)
})

it('leaves nothing of a private key in the form, also if nothing reads it', () => {
  for (const text of [JSON.stringify(privateJwk), JSON.stringify(privateJwk).slice(0, -9)]) {
    const form = pasted(text)
    const read = takePublicKey(form)
    expect([...form.entries()]).toEqual([['name', 'CRM']])
    expect(read).toThrow(expect.objectContaining({ fields: { publicJwk: 'private_key' } }))
  }
})

it('refuses a form without a key', () => {
  expect(takePublicKey(new FormData())).toThrow(expect.objectContaining({ fields: { publicJwk: 'required' } }))
})

it('leaves nothing of a text that it can’t read', () => {
  const form = pasted('the private key is …')
  expect(takePublicKey(form)).toThrow(expect.objectContaining({ fields: { publicJwk: 'not_json' } }))
  expect(form.has('publicJwk')).toBe(false)
})

it.each([
  ['', 'is refused'],
  ['CRM', 'is refused with a valid name'],
])('a private key in a form named “%s” %s, and is in no answer, log or row', async (name) => {
  const services = await openTestServices()
  const owner = await insertUser(services, { role: 'owner' })
  const form = pasted(JSON.stringify(privateJwk))
  for (const [field, value] of Object.entries({ name, ownerId: owner.id, purpose: 'open', secretTo: 'publicKey' })) {
    form.set(field, value)
  }
  const readPublicJwk = takePublicKey(form)
  const state = await runForm(services, personOf(services, owner), form, (within, actor) =>
    generateKeyForPurpose(within, actor, readNewKey(form, actor, readPublicJwk)),
  )
  expect(state).toMatchObject({ result: { ok: false, fields: { publicJwk: 'private_key' } } })
  const events = await services.db.selectFrom('audit_events').selectAll().execute()
  expect(JSON.stringify([state, services.logLines, events])).not.toContain(privateJwk.d)
  expect(await services.db.selectFrom('api_keys').selectAll().execute()).toEqual([])
})

it('fields of another purpose, which a form hides but submits, give the key nothing', async () => {
  const services = await openTestServices()
  const actor = personOf(services, await insertUser(services, { role: 'owner' }))
  const form = new FormData()
  const hidden = { scopes: 'users:read users:write', introspect: 'introspect', managerId: 'usr_x' }
  for (const [field, value] of Object.entries({ ...hidden, name: 'CRM', ownerId: actor.userId })) form.set(field, value)
  const generate = async (purpose: string) => {
    form.set('purpose', purpose)
    return generateKeyForPurpose(services, actor, readNewKey(form, actor, takePublicKey(form)))
  }
  expect((await generate('open')).scopes).toEqual(['sso', 'introspect'])
  form.set('accountIds', 'nowhere')
  form.set('managerId', actor.userId)
  form.set('name', 'Manages')
  expect((await generate('manage')).scopes).toEqual(['users:read', 'users:write'])
  expect((await generate('scim')).scopes).toEqual(['scim'])
})

it('an admin who chose a new service user, then a purpose for which they add none, owns the key', async () => {
  const services = await openTestServices()
  const actor = personOf(services, await insertUser(services, { role: 'admin', username: 'adam' }))
  const form = new FormData()
  const fields = { purpose: 'manage', scopes: 'events:read', newOwner: 'on', newOwnerName: 'CRM', name: 'Reads' }
  for (const [field, value] of Object.entries({ ...fields, managerId: actor.userId })) form.set(field, value)
  const key = await generateKeyForPurpose(services, actor, readNewKey(form, actor, takePublicKey(form)))
  expect(key).toMatchObject({ ownerUsername: 'adam', scopes: ['events:read'] })
})
