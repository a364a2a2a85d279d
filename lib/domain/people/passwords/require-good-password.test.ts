import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { updateOrganization } from '#lib/domain/organization/organization/manage-organization.ts'
import { requireGoodPassword } from '#lib/domain/people/passwords/require-good-password.ts'
import { goodPassword, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const holder = { name: 'Jane Roe', username: 'jane', email: null }

async function problemOf(services: TestServices, password: string, minLength?: number): Promise<unknown> {
  const field = 'newPassword'
  const given = minLength === undefined ? { password, holder, field } : { password, holder, field, minLength }
  return requireGoodPassword(services, given).then(
    () => undefined,
    (error: unknown) => error,
  )
}

function refusedAs(problem: string) {
  return expect.objectContaining({ code: 'input_invalid', fields: { newPassword: problem } })
}

describe('a new password is refused', () => {
  it('under the name of its field, at the minimum of the caller', async () => {
    const services = await openTestServices()
    expect(await problemOf(services, 'plum pie')).toEqual(refusedAs('too_short'))
    expect(await problemOf(services, 'plum pie', 8)).toBeUndefined()
    expect(await problemOf(services, goodPassword)).toBeUndefined()
  })

  it('if it consists of the name of the organization or the host name of the site', async () => {
    const services = await openTestServices({ BASE_URL: 'https://signin.initech.example' })
    expect(await problemOf(services, 'initech-initech')).toEqual(refusedAs('company'))
    expect(await problemOf(services, 'globexicon industries')).toBeUndefined()
    await updateOrganization(services, root, { name: 'Globexicon Industries', accent: '' })
    expect(await problemOf(services, 'globexicon industries')).toEqual(refusedAs('company'))
  })

  it('if it is in BREACHED_PASSWORDS_FILE', async () => {
    const services = await openWithFile(`${createHash('sha1').update(goodPassword).digest('hex')}:12\r\n`)
    expect(await problemOf(services, goodPassword)).toEqual(refusedAs('breached'))
    expect(await problemOf(services, `${goodPassword}s`)).toBeUndefined()
  })
})

describe('a file of breached passwords that cannot be searched', () => {
  it('refuses no password by itself, keeps every other rule, and is logged', async () => {
    const services = await openWithFile('no such line\n')
    expect(await problemOf(services, 'short')).toEqual(refusedAs('too_short'))
    expect(services.logLines).toEqual([])
    expect(await problemOf(services, goodPassword)).toBeUndefined()
    expect(services.logLines.map((line) => JSON.parse(line))).toMatchObject([
      {
        msg: 'a new password could not be looked up in BREACHED_PASSWORDS_FILE',
        path: services.env.breachedPasswordsFile,
        error: { message: 'has lines that are not a SHA-1 hash, a colon and a count' },
      },
    ])
    expect(services.logLines.join('')).not.toContain(goodPassword)
  })
})

async function openWithFile(text: string): Promise<TestServices> {
  const { env } = await openTestServices()
  const path = join(env.dataDir, 'breached.txt')
  writeFileSync(path, text)
  return openTestServices({ BREACHED_PASSWORDS_FILE: path })
}
