import { beforeEach, describe, expect, it } from 'vitest'
import { groupTexts } from '#lib/domain/accounts/account-groups/account-group.ts'
import { groupFields } from '#lib/domain/accounts/account-groups/fields.ts'
import { listGroups, updateGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const examples = groupFields.perField(({ example }) => example)
const without = { api: groupFields.perField(() => null), stored: groupFields.perField(() => '') }

let services: TestServices
let program: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  program = await makeApiCaller(services, ['accounts:read', 'accounts:write'])
})

const stored = async () => (await listGroups(services, root)).groups[0]

describe.each(groupTexts)('the text %s of a group', (field) => {
  const value = { [field]: examples[field] }

  it('is created, shown, changed and cleared', async () => {
    const { status, body } = await program.call('POST', '/account-groups', { body: { name: 'Alpine', ...value } })
    expect([status, body]).toMatchObject([201, { ...without.api, ...value }])
    expect(await stored()).toMatchObject({ ...without.stored, ...value })
    const path = `/account-groups/${body.id}`
    const patch = async (given: object) => (await program.call('PATCH', path, { body: given })).body
    expect(await patch({ name: 'Alps' })).toMatchObject(value)
    expect(await patch({ [field]: null })).toMatchObject(without.api)
    expect(await stored()).toMatchObject(without.stored)
    expect(await patch(value)).toMatchObject({ name: 'Alps', ...value })
    expect((await program.call('GET', '/account-groups')).body).toMatchObject({ items: [{ name: 'Alps', ...value }] })
  })

  it('is what a form says, and empty if it says nothing', async () => {
    const { body } = await program.call('POST', '/account-groups', { body: { name: 'Alpine' } })
    await updateGroup(services, root, { groupId: body.id, name: 'Alpine', ...value })
    expect(await stored()).toMatchObject(value)
    await updateGroup(services, root, { groupId: body.id, name: 'Alpine' })
    expect(await stored()).toMatchObject(without.stored)
  })
})
