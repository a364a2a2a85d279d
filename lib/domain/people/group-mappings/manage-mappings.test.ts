import { beforeEach, describe, expect, it } from 'vitest'
import { deleteGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { maxMappingsOfSource } from '#lib/domain/people/group-mappings/limits.ts'
import { addMapping, listMappings, removeMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { insertMapping } from '#lib/domain/people/group-mappings/store.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { anyPerson, insertUser, personOf, root, visitor } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

const source = 'scim'

async function problemOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.fields ?? error.code
  }
}

const add = (given: object, actor: Parameters<typeof addMapping>[1] = root) =>
  addMapping(services, actor, { source, groupName: 'Leads', ...given })

describe('a mapping', () => {
  it('is listed by group name, and removed', async () => {
    const accountGroupId = await makeGroup(services, [], 'Germany')
    const toGroup = await add({ groupName: '/desk/de', accountGroupId })
    const toRole = await add({ groupName: '  Leads', role: 'admin' })
    expect(await listMappings(services, root, source)).toEqual([
      { ...toRole, source, groupName: '  Leads', role: 'admin', accountGroupId: null, accountGroupName: null },
      { ...toGroup, source, groupName: '/desk/de', role: null, accountGroupId, accountGroupName: 'Germany' },
    ])
    await removeMapping(services, root, { source, id: toRole.id })
    expect((await listMappings(services, root, source)).map(({ id }) => id)).toEqual([toGroup.id])
  })

  it('ends with its account group', async () => {
    const accountGroupId = await makeGroup(services, [])
    await add({ accountGroupId })
    await add({ role: 'agent' })
    await deleteGroup(services, root, accountGroupId)
    expect((await listMappings(services, root, source)).map(({ role }) => role)).toEqual(['agent'])
  })

  it('is audited when it is added and removed', async () => {
    const accountGroupId = await makeGroup(services, [], 'Germany')
    const { id } = await add({ accountGroupId })
    services.clock.advance(1)
    await removeMapping(services, root, { source, id })
    services.clock.advance(1)
    await add({ role: 'admin' })
    const rows = await services.db
      .selectFrom('audit_events')
      .select(['kind', 'subject_name', 'details'])
      .where('kind', 'like', 'group_mapping.%')
      .orderBy('at')
      .execute()
    const ofGroup = { role: '', source: 'SCIM', accountGroup: 'Germany' }
    expect(rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }))).toEqual([
      { kind: 'group_mapping.added', subject_name: 'Leads', details: ofGroup },
      { kind: 'group_mapping.removed', subject_name: 'Leads', details: ofGroup },
      {
        kind: 'group_mapping.added',
        subject_name: 'Leads',
        details: { role: 'admin', source: 'SCIM', accountGroup: '' },
      },
    ])
  })
})

describe('refuses', () => {
  it.each([
    ['an owner by mapping', { role: 'owner' }, { role: 'not_allowed' }],
    ['a service user by mapping', { role: 'service' }, { role: 'not_allowed' }],
    ['nothing to map to', {}, { role: 'required' }],
    ['a role and an account group at once', { role: 'agent', accountGroupId: 'grp_1' }, { role: 'required' }],
    ['no group name', { groupName: '', role: 'agent' }, { groupName: 'required' }],
    ['a name of 257 characters', { groupName: 'x'.repeat(257), role: 'agent' }, { groupName: 'too_long' }],
    ['a control character', { groupName: 'a\u0000', role: 'agent' }, { groupName: 'malformed' }],
    ['an unknown account group', { accountGroupId: 'grp_unknown' }, { accountGroupId: 'unknown' }],
  ])('%s', async (_name, given, problem) => {
    expect(await problemOf(add(given))).toEqual(problem)
    expect(await listMappings(services, root, source)).toEqual([])
  })

  it('the same mapping twice', async () => {
    await add({ role: 'agent' })
    expect(await problemOf(add({ role: 'agent' }))).toEqual({ groupName: 'taken' })
    expect(await problemOf(add({ role: 'admin' }))).toBe('done')
  })

  it('a mapping beyond the limit of its source', async () => {
    for (let index = 0; index < maxMappingsOfSource; index++) {
      const row = { id: `map_${index}`, source, groupName: `g${index}`, role: 'agent', accountGroupId: null } as const
      await insertMapping(services.db, { ...row, createdBy: 'operator' })
    }
    expect(await problemOf(add({ role: 'agent' }))).toEqual({ groupName: 'too_many' })
  })

  it('an unknown source, and a mapping of another source', async () => {
    const { id } = await add({ role: 'agent' })
    expect(await problemOf(add({ role: 'agent', source: 'idp_unknown' }))).toBe('not_found')
    expect(await problemOf(listMappings(services, root, 'idp_unknown'))).toBe('not_found')
    expect(await problemOf(removeMapping(services, root, { source: 'idp_unknown', id }))).toBe('not_found')
    expect(await problemOf(removeMapping(services, root, { source, id: 'map_unknown' }))).toBe('not_found')
  })

  it('everyone but owners and the operator', async () => {
    const { id } = await add({ role: 'agent' })
    for (const actor of [anyPerson('admin'), anyPerson('agent'), visitor]) {
      expect(await problemOf(add({ role: 'admin' }, actor))).toBe('forbidden')
      expect(await problemOf(listMappings(services, actor, source))).toBe('forbidden')
      expect(await problemOf(removeMapping(services, actor, { source, id }))).toBe('forbidden')
    }
  })

  it('an owner who didn’t confirm recently', async () => {
    const { id } = await add({ role: 'agent' })
    const owner = await insertUser(services, { role: 'owner' })
    const actor = personOf(services, owner, { confirmedAt: services.clock.now() - confirmationMs })
    expect(await problemOf(add({ role: 'admin' }, actor))).toBe('confirmation_required')
    expect(await problemOf(removeMapping(services, actor, { source, id }))).toBe('confirmation_required')
    expect(await problemOf(removeMapping(services, personOf(services, owner), { source, id }))).toBe('done')
  })
})
