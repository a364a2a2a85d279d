import { describe, expect, it } from 'vitest'
import { evaluateMappings, maxGroupNames } from '#lib/domain/people/group-mappings/group-mapping.ts'

const toRole = (groupName: string, role: 'agent' | 'admin') => ({ groupName, role, accountGroupId: null })
const toGroup = (groupName: string, accountGroupId: string) => ({ groupName, role: null, accountGroupId })

describe('groups map to', () => {
  it('the higher role, in any order', () => {
    const mappings = [toRole('Staff', 'agent'), toRole('Leads', 'admin'), toRole('Desk', 'agent')]
    for (const names of [
      ['Staff', 'Leads'],
      ['Leads', 'Staff', 'Desk'],
    ]) {
      expect(evaluateMappings(mappings, names)).toEqual({ role: 'admin', accountGroupIds: [] })
    }
    expect(evaluateMappings(mappings, ['Desk'])).toEqual({ role: 'agent', accountGroupIds: [] })
  })

  it('each account group once', () => {
    const mappings = [toGroup('A', 'grp_1'), toGroup('B', 'grp_1'), toGroup('B', 'grp_2'), toGroup('C', 'grp_3')]
    expect(evaluateMappings(mappings, ['B', 'A', 'B'])).toEqual({
      role: undefined,
      accountGroupIds: ['grp_1', 'grp_2'],
    })
  })

  it('nothing without a mapping', () => {
    expect(evaluateMappings([], ['Leads'])).toEqual({ role: undefined, accountGroupIds: [] })
    expect(evaluateMappings([toRole('Leads', 'admin')], [])).toEqual({ role: undefined, accountGroupIds: [] })
  })
})

it.each(['leads', 'Leads ', ' Leads', '/Leads', 'Léads', 'Lead'])(
  'compares names exactly: %j is not "Leads"',
  (name) => {
    expect(evaluateMappings([toRole('Leads', 'admin')], [name]).role).toBeUndefined()
  },
)

it('considers the first 200 names', () => {
  const others = Array.from({ length: maxGroupNames - 1 }, (_, index) => `group ${index}`)
  const mappings = [toRole('Leads', 'admin')]
  expect(evaluateMappings(mappings, [...others, 'Leads']).role).toBe('admin')
  expect(evaluateMappings(mappings, [...others, 'one more', 'Leads']).role).toBeUndefined()
})
