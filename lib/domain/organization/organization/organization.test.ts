import { beforeEach, describe, expect, it } from 'vitest'
import { listEvents } from '#lib/domain/events/activity/list-events.ts'
import {
  changeLogo,
  removeLogo,
  updateOrganization,
} from '#lib/domain/organization/organization/manage-organization.ts'
import { noOrganization } from '#lib/domain/organization/organization/organization.ts'
import {
  organizationLifetimeMs,
  readLogo,
  readOrganization,
} from '#lib/domain/organization/organization/read-organization.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { runWithWaitBudget } from '#lib/kernel/wait-budget.ts'
import { insertUser, personOf } from '#lib/testing/people.ts'
import { makePng } from '#lib/testing/png.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let admin: PortalUser

beforeEach(async () => {
  services = await openTestServices()
  admin = personOf(services, await insertUser(services, { role: 'admin' }))
})

const logo = makePng(1, 1)
const other = makePng(2, 2)
function save(name: string, accent = '') {
  services.clock.advance(1)
  return updateOrganization(services, admin, { name, accent })
}
const read = () => readOrganization(services)

async function readEvents() {
  const { events } = await listEvents(services, admin, { kind: 'organization' })
  return events.map(({ kind, subject, details }) => ({ kind, name: subject.name, details })).toReversed()
}

describe('the organization', () => {
  it('is none at first', async () => {
    expect(await read()).toEqual(noOrganization)
    await removeLogo(services, admin)
    await save('')
    expect(await readEvents()).toEqual([])
  })

  it('keeps what a change doesn’t name', async () => {
    await save('Acme GmbH', '#0A5FB4')
    await updateOrganization(services, admin, { name: 'Acme' })
    await updateOrganization(services, admin, { accent: '' })
    expect(await read()).toEqual({ name: 'Acme', accent: null, logo: null })
  })

  it('has a name and a color, and each change is recorded once', async () => {
    await save('  Acme GmbH ', '#0A5FB4')
    expect(await read()).toEqual({ name: 'Acme GmbH', accent: '#0a5fb4', logo: null })
    await save('Acme GmbH', '#0a5fb4')
    await save('Acme', '')
    expect(await read()).toEqual({ name: 'Acme', accent: null, logo: null })
    expect(await readEvents()).toEqual([
      {
        kind: 'organization.updated',
        name: 'Acme GmbH',
        details: { formerName: null, accent: '#0a5fb4', formerAccent: null },
      },
      {
        kind: 'organization.updated',
        name: 'Acme',
        details: { formerName: 'Acme GmbH', accent: null, formerAccent: '#0a5fb4' },
      },
    ])
  })

  it.each([
    ['a'.repeat(61), '', { name: 'too_long' }],
    ['Acme\nGmbH', '', { name: 'malformed' }],
    ['Acme', 'red', { accent: 'malformed' }],
    ['Acme', '#0a5fb', { accent: 'malformed' }],
    ['Acme', '#0a5fb4;}*{}', { accent: 'malformed' }],
    ['\u0000', '#ggg000', { name: 'malformed', accent: 'malformed' }],
  ])('refuses the name %j with the color %j', async (name, accent, fields) => {
    await expect(save(name, accent)).rejects.toMatchObject({ code: 'input_invalid', fields })
    expect(await read()).toEqual(noOrganization)
  })

  it('has a logo, which is replaced and removed', async () => {
    await save('Acme')
    for (const bytes of [logo, logo, other]) {
      await changeLogo(services, admin, bytes)
      expect(await read()).toEqual({ name: 'Acme', accent: null, logo: { digest: sha256(bytes), aspect: 1_000 } })
      expect(await readLogo(services, sha256(bytes))).toEqual({ type: 'image/png', digest: sha256(bytes), bytes })
    }
    expect(await readLogo(services, sha256(logo))).toBeUndefined()
    await removeLogo(services, admin)
    expect(await read()).toEqual({ name: 'Acme', accent: null, logo: null })
    expect(await readLogo(services, sha256(other))).toBeUndefined()
    const kinds = (await readEvents()).map(({ kind }) => kind)
    const changed = 'organization.logo_changed'
    expect(kinds.toSorted()).toEqual([changed, changed, 'organization.logo_removed', 'organization.updated'])
  })

  it('keeps its logo when a file is refused', async () => {
    await changeLogo(services, admin, logo)
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
    await expect(changeLogo(services, admin, svg)).rejects.toMatchObject({ fields: { logo: 'not_an_image' } })
    expect(await read()).toMatchObject({ logo: { digest: sha256(logo) } })
  })

  it('changes in turn, so that each event names what it replaced', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    await Promise.all(names.map((name) => save(name)))
    const { name: last } = await read()
    const replaced = (await readEvents()).map(({ details }) => details.formerName)
    expect([...replaced, last].toSorted()).toEqual([...names, null].toSorted())
  })

  it('is not changed without its audit event', async () => {
    await services.db.schema.alterTable('audit_events').renameTo('elsewhere').execute()
    await expect(save('Acme')).rejects.toThrow()
    await expect(changeLogo(services, admin, logo)).rejects.toThrow()
    expect(await read()).toEqual(noOrganization)
  })
})

describe('reading the organization', () => {
  it('shows a change by another process within a second, and asks the database once a second', async () => {
    const elsewhere = await openTestServices({ DATA_DIR: services.env.dataDir })
    expect(await readOrganization(elsewhere)).toEqual(noOrganization)
    await save('Acme')
    elsewhere.clock.advance(organizationLifetimeMs - 1)
    expect(await readOrganization(elsewhere)).toEqual(noOrganization)
    elsewhere.clock.advance(1)
    const readings = await Promise.all([readOrganization(elsewhere), readOrganization(elsewhere)])
    expect(readings.map(({ name }) => name)).toEqual(['Acme', 'Acme'])
  })

  it('waits no longer than its request may still wait', async () => {
    const never = new Promise<never>(() => undefined)
    const stuck = services.db.withPlugin({ transformQuery: ({ node }) => node, transformResult: () => never })
    const start = performance.now()
    const shown = await runWithWaitBudget(20, () => readOrganization({ ...services, db: stuck }))
    expect(shown).toEqual(noOrganization)
    // The first reading of a process may otherwise take two seconds.
    expect(performance.now() - start).toBeLessThan(1_500)
  })

  it('shows what is known while the database does not answer', async () => {
    await save('Acme')
    await read()
    await services.db.schema.alterTable('organization').renameTo('elsewhere').execute()
    services.clock.advance(organizationLifetimeMs)
    const shown = await Promise.all([read(), read(), read()])
    expect(shown.map(({ name }) => name)).toEqual(['Acme', 'Acme', 'Acme'])
    expect(services.logLines.filter((line) => line.includes('the organization could not be read'))).toHaveLength(1)
    await services.db.schema.alterTable('elsewhere').renameTo('organization').execute()
    services.clock.advance(organizationLifetimeMs)
    expect(await read()).toMatchObject({ name: 'Acme' })
  })
})
