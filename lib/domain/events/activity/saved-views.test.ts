import { beforeEach, describe, expect, it } from 'vitest'
import {
  builtInViews,
  listViews,
  maxSavedViews,
  removeView,
  saveView,
} from '#lib/domain/events/activity/saved-views.ts'
import { eventQuerySchema } from '#lib/domain/events/activity/schema.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { anyPerson, insertUser, personOf } from '#lib/testing/people.ts'
import { meetAfter, settle } from '#lib/testing/rendezvous.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let ann: PortalUser

beforeEach(async () => {
  services = await openTestServices()
  ann = personOf(services, await insertUser(services, { role: 'admin' }))
})

describe('saved views', () => {
  it('belong to one user, by name', async () => {
    await saveView(services, ann, { name: ' Zurich ', query: 'account=zrh&to=&page=3&period=7d' })
    await saveView(services, ann, { name: 'Audit', query: 'kind=user' })
    expect(await listViews(services, ann)).toEqual([
      { name: 'Audit', query: 'kind=user' },
      { name: 'Zurich', query: 'account=zrh&period=7d' },
    ])
    expect(await listViews(services, anyPerson('owner'))).toEqual([])
    await removeView(services, anyPerson('owner'), 'Audit')
    await removeView(services, ann, 'Zurich')
    expect(await listViews(services, ann)).toEqual([{ name: 'Audit', query: 'kind=user' }])
  })

  it('have unique names', async () => {
    await saveView(services, ann, { name: 'Audit', query: 'kind=user' })
    await expect(saveView(services, ann, { name: 'Audit', query: 'kind=account' })).rejects.toMatchObject({
      code: 'input_invalid',
      fields: { name: 'taken' },
    })
    await saveView(services, anyPerson('owner'), { name: 'Audit', query: 'kind=user' })
  })

  it('are at most twenty', async () => {
    for (let number = 0; number < maxSavedViews; number++) {
      await saveView(services, ann, { name: `View ${number}`, query: 'kind=user' })
    }
    await expect(saveView(services, ann, { name: 'One more', query: 'kind=user' })).rejects.toMatchObject({
      fields: { name: 'too_many' },
    })
    await removeView(services, ann, 'View 3')
    const meeting = meetAfter(services, /from "activity_views"/)
    const saves = ['One more', 'Two more'].map((name) => saveView(meeting, ann, { name, query: 'kind=user' }))
    expect((await settle(saves)).sort()).toEqual(['done', 'input_invalid'])
    expect(await listViews(services, ann)).toHaveLength(maxSavedViews)
  })

  it.each([
    [{ name: ' ', query: 'kind=user' }, { name: 'missing' }],
    [{ name: 'x'.repeat(61), query: 'kind=user' }, { name: 'too_long' }],
    [{ name: 'Nothing', query: 'page=2' }, { query: 'missing' }],
    [{ name: 'Odd', query: 'kind=odd' }, { kind: 'malformed' }],
  ])('are refused: %j', async (view, fields) => {
    await expect(saveView(services, ann, view)).rejects.toMatchObject({ code: 'input_invalid', fields })
  })

  it('that are built in are valid filters', () => {
    for (const query of Object.values(builtInViews)) {
      expect(eventQuerySchema.safeParse(Object.fromEntries(new URLSearchParams(query))).success).toBe(true)
    }
  })
})
