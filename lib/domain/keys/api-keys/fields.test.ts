import { beforeEach, describe, expect, it } from 'vitest'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { keyTexts } from '#lib/domain/keys/api-keys/key-filter.ts'
import { updateApiKey } from '#lib/domain/keys/api-keys/update-api-key.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { root } from '#lib/testing/people.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const examples = keyFields.perField(({ example }) => example)
const without = keyFields.perField(() => null)

let services: TestServices
let program: ApiCaller
let keyId: string
beforeEach(async () => {
  services = await openTestServices()
  program = await makeApiCaller(services, ['keys:read', 'keys:write'])
  keyId = (await makeTestKey(services, { scopes: ['sso'] })).id
})

describe.each(keyTexts)('the text %s of a key', (field) => {
  const value = { [field]: examples[field] }

  it('is shown, changed and cleared', async () => {
    const patch = async (given: object) => (await program.call('PATCH', `/keys/${keyId}`, { body: given })).body
    expect(await patch(value)).toMatchObject({ ...without, ...value })
    expect(await patch({ name: 'Shop' })).toMatchObject({ name: 'Shop', ...value })
    const { items } = (await program.call('GET', '/keys')).body
    expect(items).toContainEqual(expect.objectContaining({ id: keyId, ...value }))
    expect(await patch({ [field]: null })).toMatchObject(without)
    expect(await findApiKey(services, root, keyId)).toMatchObject(without)
  })

  it('is what a form says, and gone if that is empty', async () => {
    const form = { keyId, name: 'Shop', ...keyFields.perField(() => '') }
    await updateApiKey(services, root, { ...form, ...value })
    expect(await findApiKey(services, root, keyId)).toMatchObject(value)
    await updateApiKey(services, root, form)
    expect(await findApiKey(services, root, keyId)).toMatchObject(without)
  })
})
