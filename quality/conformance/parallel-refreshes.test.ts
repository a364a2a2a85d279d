import { None } from 'oauth4webapi'
import { expect, it } from 'vitest'
import { Oauth4webapiClient } from './checks/oauth4webapi-client.ts'
import { latchkeyTarget } from './targets/target.ts'

it('gives 200 parallel refreshes of oauth4webapi one successor, and revokes no family', async () => {
  const target = latchkeyTarget()
  const server = await Oauth4webapiClient.discover(target)
  const former = await target.issueRefreshToken(target.publicId)
  const refresh = (token: string) => server.refresh(None(), token, target.publicId)

  const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(former)))

  const [successor = '', ...others] = new Set(answers.map(({ refresh_token }) => refresh_token))
  expect(others).toEqual([])
  expect(successor).not.toBe(former)
  const told = await Promise.all(answers.map(({ access_token }) => server.introspect(server.post, access_token)))
  expect(told.filter(({ active }) => !active)).toEqual([])
  expect((await refresh(successor)).refresh_token).not.toBe(successor)
})
