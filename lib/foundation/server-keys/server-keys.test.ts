import { KeyObject } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { claimMasterSecret } from '#lib/foundation/server-keys/claim-master-secret.ts'
import { deriveServerKeys, findKeySet, type ServerKeySet } from '#lib/foundation/server-keys/server-keys.ts'
import { openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'

const newSecret = 'another master secret of 32 characters and more'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

const toHex = (set: ServerKeySet) =>
  Object.values(set).map((value) => Buffer.from(value instanceof KeyObject ? value.export() : value).toString('hex'))

describe('the server keys', () => {
  it('differ by purpose and by master secret, and are the same each time', () => {
    const { all } = deriveServerKeys([newSecret, testSecret])
    const values = all.flatMap(toHex)
    expect(new Set(values).size).toBe(values.length)
    expect(deriveServerKeys([newSecret, testSecret]).all.flatMap(toHex)).toEqual(values)
  })

  it('are made by the first secret and found by the id that rows record', () => {
    const keys = deriveServerKeys([newSecret, testSecret])
    expect(keys.current).toBe(keys.all[0])
    expect(keys.current.id).toMatch(/^[0-9a-f]{8}$/)
    expect(findKeySet(keys, services.keys.current.id)).toEqual(services.keys.current)
    expect(findKeySet(services.keys, keys.current.id)).toBeUndefined()
  })

  it('need a secret', () => {
    expect(() => deriveServerKeys([])).toThrow('a master secret is needed')
  })
})

describe('claiming a database for its master secret', () => {
  const claim = (...secrets: string[]) => claimMasterSecret(services.db, deriveServerKeys(secrets))

  it('refuses another secret: every key in it would be void', async () => {
    await expect(claim(newSecret)).rejects.toThrow(
      'LATCHKEY_SECRET is not the one this database was made with: set the former one, or "new,old" to change it.',
    )
    await claim(testSecret)
  })

  it('follows a change by "new,old"; afterwards the old one alone is refused', async () => {
    await claim(newSecret, testSecret)
    await claim(newSecret)
    await expect(claim(testSecret)).rejects.toThrow('LATCHKEY_SECRET is not the one')
  })
})
