import { beforeEach, describe, expect, it } from 'vitest'
import { type SecretState, secretDenial, secretState } from '#lib/domain/keys/api-keys/key-secret.ts'
import { isUnretiredSecret, isUsableSecret } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
  await makeTestKey(services)
})

const none = {
  currentSince: null,
  lapsesAt: null,
  retiringSince: null,
  retiresAt: null,
  retiredAt: null,
  refusedUntil: null,
}
const now = testStart
const earlier = now - 1
const later = now + 1
const pending = { ...none, lapsesAt: later }
const current = { ...none, currentSince: earlier }
const retiring = { ...current, retiringSince: earlier, retiresAt: later }

const states: [SecretState, typeof none | Record<string, number | null>, boolean][] = [
  ['pending', pending, false],
  ['lapsed', { ...pending, lapsesAt: now }, false],
  ['retired', { ...pending, retiredAt: earlier }, false],
  ['current', current, true],
  ['current', { ...current, lapsesAt: earlier }, true],
  ['retiring', retiring, true],
  ['retired', { ...retiring, retiresAt: now }, false],
  ['retired', { ...retiring, retiredAt: earlier }, false],
  ['retired', { ...current, retiredAt: earlier }, false],
  ['retiring', { ...retiring, refusedUntil: later }, false],
  ['retiring', { ...retiring, refusedUntil: now }, true],
]

describe('the state of a secret', () => {
  it.each(states)('%s is the same in TypeScript and in SQL: %j', async (state, changes, usable) => {
    const instants = { ...none, ...changes }
    await services.db
      .updateTable('key_secrets')
      .set({
        current_since: instants.currentSince,
        lapses_at: instants.lapsesAt,
        retiring_since: instants.retiringSince,
        retires_at: instants.retiresAt,
        retired_at: instants.retiredAt,
        refused_until: instants.refusedUntil,
      })
      .execute()
    expect(secretState(instants, now)).toBe(state)
    const works = state !== 'pending' && secretDenial(instants, now) === undefined
    expect(works).toBe(usable)
    const secrets = services.db.selectFrom('key_secrets as s').select('s.id')
    expect(await secrets.where(isUsableSecret).execute()).toHaveLength(usable ? 1 : 0)
    expect(await secrets.where(isUnretiredSecret).execute()).toHaveLength(state === 'retired' ? 0 : 1)
  })
})
