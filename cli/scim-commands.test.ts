import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openCommandServices } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { testBaseUrl } from '#lib/testing/test-services.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)
const idSchema = z.looseObject({ id: z.string() })

async function addAccountGroup(name: string): Promise<string> {
  const services = await openCommandServices(readEnv({ DATA_DIR: latchkey.dataDir, BASE_URL: testBaseUrl }))
  const id = await makeGroup(services, [], name)
  await services.db.destroy()
  return id
}

describe('scim', () => {
  it('maps groups to roles and account groups, lists them, and removes a mapping', async () => {
    await addAccountGroup('Germany')
    const toGroup = idSchema.parse(await latchkey.json('scim', 'map', 'Support', '--account-group', 'Germany'))
    const role = await latchkey.json('scim', 'map', 'Leads', '--role', 'admin')
    expect(role).toMatchObject({ groupName: 'Leads', role: 'admin', accountGroupId: null })
    const toRole = idSchema.parse(role)
    const { stdout } = await latchkey.run('scim', 'groups')
    expect(stdout).toContain('/scim/v2\nGROUP    MEMBERS  GIVES    MAPPING\n')
    expect(stdout).toContain(`Support  –        Germany  ${toGroup.id}`)
    expect(await latchkey.run('scim', 'unmap', toRole.id)).toMatchObject({ status: 0 })
    expect((await latchkey.run('scim', 'groups')).stdout).not.toContain('Leads')
  })

  it.each([
    [['--account-group', 'None'], 1, 'Refused: --account-group does not exist or is not active.\n'],
    [[], 1, 'Refused: --role is missing.\n'],
  ])('refuses to map with %j', async (options, status, stderr) => {
    expect(await latchkey.run('scim', 'map', 'Support', ...options)).toEqual({ status, stdout: '', stderr })
  })

  it.each([[['--role', 'owner']], [['--role', 'admin', '--account-group', 'x']]])(
    '%j is a usage error: no mapping makes an owner',
    async (options) => {
      expect(await latchkey.run('scim', 'map', 'Support', ...options)).toMatchObject({ status: 2, stdout: '' })
    },
  )
})
