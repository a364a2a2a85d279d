import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/accounts/manage-accounts.ts'
import type { PortalUser } from '#lib/actor.ts'
import { generateApiKey } from '#lib/api-keys/generate-api-key.ts'
import { hideFirstSteps, readFirstSteps } from '#lib/first-steps/first-steps.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let owner: PortalUser

beforeEach(async () => {
  services = await openTestServices()
  owner = personOf(services, await insertUser(services, { role: 'owner' }))
})

const none = { account: false, service: false, key: false, call: false, agent: false }

async function useKey(id: string) {
  await services.db.updateTable('api_keys').set({ last_used_at: 1 }).where('id', '=', id).execute()
}

describe('the first steps', () => {
  it('are all open on an empty instance, and done by what exists', async () => {
    const read = () => readFirstSteps(services, owner)
    expect(await read()).toEqual(none)
    await createAccount(services, root, { id: 'acme', name: 'Acme', locale: null, deepPath: null })
    expect(await read()).toEqual({ ...none, account: true })
    const program = await insertUser(services, { role: 'service' })
    expect(await read()).toEqual({ ...none, account: true, service: true })
    const key = await generateApiKey(services, root, { name: 'CRM', ownerId: program.id, expiresInDays: null })
    expect(await read()).toEqual({ ...none, account: true, service: true, key: true })
    await useKey(key.id)
    expect(await read()).toEqual({ account: true, service: true, key: true, call: true, agent: false })
    await insertUser(services, { role: 'agent' })
    expect(await read()).toBeUndefined()
  })

  it('are hidden from the manager who hid them alone', async () => {
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    await hideFirstSteps(services, admin)
    expect(await readFirstSteps(services, admin)).toBeUndefined()
    expect(await readFirstSteps(services, owner)).toEqual(none)
  })
})
