import { beforeEach, expect, it } from 'vitest'
import type { Operator } from '#lib/foundation/authorization/actor.ts'
import { readMasterSecrets, replaceMasterSecrets } from '#lib/foundation/server-keys/master-secret.ts'
import { retireMasterSecret, rotateMasterSecret } from '#lib/server/master-secret/rotate-file.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'

const newSecret = 'another master secret for tests of 32 characters and more'
/** Whose events have no name, which the database refuses. */
const nameless = { ...root, name: null } as unknown as Operator

let services: Pick<TestServices, 'env' | 'db'>
beforeEach(async () => {
  const { env, db } = await openTestServices()
  services = { env: { ...env, masterSecrets: undefined }, db }
})

it('the file stays as it is where the event of a new master secret can’t be written', async () => {
  const { dataDir } = services.env
  replaceMasterSecrets(dataDir, [testSecret])
  await expect(rotateMasterSecret(services, nameless)).rejects.toThrow()
  expect(readMasterSecrets(dataDir)).toEqual([testSecret])
  await rotateMasterSecret(services, root)
  expect(readMasterSecrets(dataDir)).toEqual([expect.any(String), testSecret])
})

it('the former master secret stays where the event of its removal can’t be written', async () => {
  const { dataDir } = services.env
  replaceMasterSecrets(dataDir, [testSecret, newSecret])
  await expect(retireMasterSecret(services, nameless, { force: true })).rejects.toThrow()
  expect(readMasterSecrets(dataDir)).toEqual([testSecret, newSecret])
  await retireMasterSecret(services, root, { force: true })
  expect(readMasterSecrets(dataDir)).toEqual([testSecret])
})
