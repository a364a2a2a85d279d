import { beforeEach, describe, expect, it } from 'vitest'
import type { VerifiedAccessToken } from '#lib/access-tokens/access-token.ts'
import { verifyAccessToken } from '#lib/access-tokens/verify-access-token.ts'
import { minuteMs } from '#lib/clock.ts'
import type { Database } from '#lib/db/database.ts'
import { issueGrantAtOnce } from '#lib/sso-grants/issue-grant-at-once.ts'
import { insertUser } from '#lib/testing/people.ts'
import { crmOrigin, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

const request = { accountId: 'acme', backUrl: `${crmOrigin}/done`, locale: undefined, deepPath: undefined }

let services: TestServices
let program: TestProgram
let token: VerifiedAccessToken
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
  token = await verifyAccessToken(services, program.accessToken)
})

/** The database, and how many statements it has answered. */
function counting(db: Database): { db: Database; answered: () => number } {
  let answered = 0
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      answered++
      return result
    },
  })
  return { db: watched, answered: () => answered }
}

describe('a grant for a token', () => {
  it('takes one statement where all is well', async () => {
    const { db, answered } = counting(services.db)
    expect(await issueGrantAtOnce({ ...services, db }, token, request)).toMatchObject({ expiresIn: 15 })
    expect(answered()).toBe(1)
  })

  it.each<[string, Partial<VerifiedAccessToken>]>([
    ['is another key’s', { keyId: 'lkid_other' }],
    ['is of another family', { familyId: 'fam_other' }],
    ['is from the future', { issuedAt: testStart + 1 }],
    ['has expired', { expiresAt: testStart }],
  ])('is not decided at once when the token %s', async (_, claims) => {
    expect(await issueGrantAtOnce(services, { ...token, ...claims }, request)).toBeUndefined()
    expect(await services.db.selectFrom('sso_grants').select('token_hash').execute()).toEqual([])
  })

  it('is not decided at once when the token is another user’s, who may open the account, too', async () => {
    const { id: userId } = await insertUser(services, {
      name: 'Kim Example',
      username: 'kim',
      email: 'kim@example.com',
    })
    expect(await issueGrantAtOnce(services, { ...token, userId }, request)).toBeUndefined()
  })

  it('is issued to the last millisecond of the token', async () => {
    const atTheEnd = { ...token, issuedAt: testStart, expiresAt: testStart + 1 }
    expect(await issueGrantAtOnce(services, atTheEnd, request)).toBeDefined()
  })

  it.each<[string, { networks?: string; account_ids?: string }]>([
    ['to networks', { networks: '192.0.2.0/24' }],
    ['to accounts', { account_ids: 'acme' }],
  ])('is looked at closely when the key is limited %s', async (_, limits) => {
    await services.db.updateTable('api_keys').set(limits).execute()
    expect(await issueGrantAtOnce(services, token, request)).toBeUndefined()
  })

  it('is looked at closely once a minute, so that the use of the key is noted', async () => {
    services.clock.advance(minuteMs)
    expect(await issueGrantAtOnce(services, token, request)).toBeUndefined()
    await issueLink(program)
    const { last_used_at } = await services.db.selectFrom('api_keys').select('last_used_at').executeTakeFirstOrThrow()
    expect(last_used_at).toBe(testStart + minuteMs)
    expect(await issueGrantAtOnce(services, token, request)).toBeDefined()
  })

  it.each<[string, string, string]>([
    ['is left to those that read before they write when the disk is full', 'SQLITE_FULL', 'undecided'],
    ['is refused at once when the database cannot be reached', '57P01', '57P01'],
  ])('%s', async (_, code, expected) => {
    const failing = services.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: () => Promise.reject(Object.assign(new Error('no room'), { code })),
    })
    const issuing = issueGrantAtOnce({ ...services, db: failing }, token, request)
    expect(await issuing.then((issued) => issued ?? 'undecided').catch((error) => error.code)).toBe(expected)
  })

  it('says of itself what one that takes more statements says', async () => {
    const rowOf = async (link: URL) => {
      const { issued_at, expires_at, token_hash, ...row } = await services.db
        .selectFrom('sso_grants')
        .selectAll()
        .where('issued_at', '=', Number(link.searchParams.get('timestamp')))
        .executeTakeFirstOrThrow()
      return { ...row, life: expires_at - issued_at, hashed: token_hash.length }
    }
    const atOnce = await issueLink(program)
    services.clock.advance(minuteMs)
    const closely = await issueLink(program)
    expect(await rowOf(atOnce)).toEqual(await rowOf(closely))
    expect(closely.search.replace(/token=[^&]+|timestamp=[^&]+/g, '')).toBe(
      atOnce.search.replace(/token=[^&]+|timestamp=[^&]+/g, ''),
    )
  })
})
