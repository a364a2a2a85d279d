import { beforeEach, describe, expect, it } from 'vitest'
import { normalizeEventQuery } from '#lib/activity/normalize-event-query.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import type { User } from '#lib/users/user.ts'

let services: TestServices
let ann: User

beforeEach(async () => {
  services = await openTestServices()
  ann = await insertUser(services, { username: 'ann', name: 'Ann Keller' })
  await insertUser(services, { username: 'bea', name: 'Bea Keller' })
})

function settle(fields: Record<string, string>) {
  return normalizeEventQuery(services, root, fields, 'UTC')
}

describe('the person of a filter', () => {
  it.each(['id', 'ANN', 'ann@example.com', 'Ann Keller', 'keller ann'])('is found by %s', async (name) => {
    const { filter, person } = await settle({ person: name === 'id' ? ann.id : name })
    expect([filter.userId, person?.username]).toEqual([ann.id, 'ann'])
  })

  it.each([
    ['zoe', 'unknown'],
    ['Keller', 'ambiguous'],
  ])('is refused as %s: %s', async (person, problem) => {
    await expect(settle({ person })).rejects.toMatchObject({ code: 'input_invalid', fields: { person: problem } })
  })
})

describe('a filter', () => {
  it('ignores empty fields', async () => {
    expect(await settle({ person: '', account: ' ', kind: '', from: '', to: '', before: '' })).toEqual({
      filter: {
        userId: undefined,
        accountId: undefined,
        keyId: undefined,
        address: undefined,
        kind: undefined,
        since: undefined,
        until: undefined,
      },
      turn: { before: undefined, after: undefined },
      person: undefined,
    })
  })

  it('names each invalid field', async () => {
    await expect(settle({ from: '2026-13-01', kind: 'gossip', account: 'x'.repeat(65) })).rejects.toMatchObject({
      fields: { from: 'malformed', kind: 'malformed', account: 'too_long' },
    })
  })

  it('is refused to an agent, who could otherwise find out who is a user', async () => {
    const agent = personOf(services, ann)
    await expect(normalizeEventQuery(services, agent, { person: 'bea' }, 'UTC')).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
