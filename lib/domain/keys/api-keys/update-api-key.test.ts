import { beforeEach, describe, expect, it } from 'vitest'
import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { updateApiKey } from '#lib/domain/keys/api-keys/update-api-key.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { anyPerson, insertUser, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let owner: User
let keyId: string

beforeEach(async () => {
  services = await openTestServices()
  owner = await insertUser(services, { role: 'service', name: 'Orders' })
  keyId = await generate('Nightly')
})

async function generate(name: string): Promise<string> {
  return (await generateApiKey(services, root, { name, ownerId: owner.id })).id
}

function listUpdates() {
  const events = services.db.selectFrom('audit_events').select(['subject_id', 'subject_name', 'details'])
  return events.where('kind', '=', 'api_key.updated').execute()
}

describe('changing name and note of a key', () => {
  it('is stored and recorded once, with the former name', async () => {
    const input = { keyId, name: ' Hourly ', note: 'Ask Ada.\nRuns on shop-2. ' }
    await updateApiKey(services, root, input)
    await updateApiKey(services, root, input)
    expect(await findApiKey(services, root, keyId)).toMatchObject({ name: 'Hourly', note: 'Ask Ada.\nRuns on shop-2.' })
    expect(await listUpdates()).toEqual([
      {
        subject_id: keyId,
        subject_name: 'Hourly',
        details: JSON.stringify({ owner: 'Orders', ownerId: owner.id, formerName: 'Nightly', changed: 'note' }),
      },
    ])
    await updateApiKey(services, root, { keyId, name: 'Hourly' })
    expect(await findApiKey(services, root, keyId)).toMatchObject({ note: null })
  })

  it('refuses the name of another active key of the owner', async () => {
    await generate('Taken')
    await expect(updateApiKey(services, root, { keyId, name: 'Taken' })).rejects.toMatchObject({
      code: 'input_invalid',
      fields: { name: 'same_name' },
    })
    expect(await listUpdates()).toEqual([])
  })

  it.each([
    [{ name: '' }, { name: 'required' }],
    [{ name: 'a'.repeat(81) }, { name: 'too_long' }],
    [{ name: 'a', note: 'b'.repeat(501) }, { note: 'too_long' }],
    [{ name: 'a', note: 'b\u0000' }, { note: 'malformed' }],
  ])('refuses %j', async (input, fields) => {
    await expect(updateApiKey(services, root, { keyId, ...input })).rejects.toMatchObject({ fields })
  })

  it('needs a manager of the owner', async () => {
    const input = { keyId, name: 'Mine' }
    await expect(updateApiKey(services, anyPerson('agent'), input)).rejects.toMatchObject({ code: 'forbidden' })
    const boss = await insertUser(services, { role: 'owner' })
    const { id } = await generateApiKey(services, root, { name: 'Of the owner', ownerId: boss.id })
    const ofOwner = updateApiKey(services, anyPerson('admin'), { ...input, keyId: id })
    await expect(ofOwner).rejects.toMatchObject({ code: 'forbidden' })
    await expect(updateApiKey(services, root, { ...input, keyId: 'lkid_none' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
