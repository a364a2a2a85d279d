import { beforeEach, describe, expect, it } from 'vitest'
import { rotateRefreshToken } from '#lib/domain/tokens/refresh-tokens/rotate-refresh-token.ts'
import { visitor } from '#lib/testing/people.ts'
import { issueTestTokens, makeTestKey, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let instances: TestServices[]
let key: TestKey

beforeEach(async () => {
  const first = await openTestServices()
  key = await makeTestKey(first)
  instances = [first]
  while (instances.length < 4) instances.push(await openTestServices({ DATA_DIR: first.env.dataDir }))
})

/** The token presented so many times at the same moment, to each process in turn. @returns the distinct answers */
async function present(refreshToken: string, times: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: times }, async (_, index) => {
      const services = instances[index % instances.length] ?? expect.fail()
      return rotateRefreshToken(services, visitor, { clientId: key.email, refreshToken }).then(
        (rotation) => rotation.refreshToken,
        (error: unknown) => String(error),
      )
    }),
  )
  return [...new Set(answers)]
}

describe('a refresh token in four processes on one database', () => {
  it('has one successor for 100 concurrent requests, in every generation', async () => {
    let { refreshToken } = await issueTestTokens(key)
    for (let generation = 2; generation <= 4; generation++) {
      const successors = await present(refreshToken, 100)
      expect(successors).toEqual([expect.stringMatching(new RegExp(`^lkrt1\\.fam_\\w{20}\\.${generation}\\.`))])
      refreshToken = successors[0] ?? expect.fail()
    }
    const families = instances[0]?.db.selectFrom('refresh_families').select(['generation', 'revoked_at'])
    expect(await families?.execute()).toEqual([{ generation: 4, revoked_at: null }])
  })
})
