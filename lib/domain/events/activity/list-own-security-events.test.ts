import { beforeEach, expect, it } from 'vitest'
import { listOwnSecurityEvents } from '#lib/domain/events/activity/list-own-security-events.ts'
import { signOut } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { signOutUser } from '#lib/domain/sign-in/portal-sessions/manage-sessions.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import { goodPassword, insertUser, signInAs, visitor } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

it('a user sees their own sign-ins and changes, the newest first, and none of others', async () => {
  const owner = await insertUser(services, { role: 'owner', username: 'olivia', password: goodPassword })
  const agent = await insertUser(services)
  const here = await signInAs(services, owner)
  await signInAs(services, agent)
  services.clock.advance(1)
  await signOutUser(services, here.person, agent.id)
  services.clock.advance(1)
  const browser = { hash: here.person.browserHash, userAgent: null, formerSecret: undefined }
  const wrong = signIn(services, visitor, { name: 'olivia', password: 'seven ripe pears in a bowl', browser })
  await expect(wrong).rejects.toMatchObject({ code: 'sign_in_failed' })
  services.clock.advance(1)
  await signOut(services, here.person)
  const seen = await listOwnSecurityEvents(services, here.person)
  expect(seen.map(({ kind }) => kind)).toEqual([
    'portal_session.ended',
    'portal_session.refused',
    'portal_session.started',
    'user.created',
  ])
  const [ended, started] = await listOwnSecurityEvents(services, { ...here.person, userId: agent.id })
  expect([ended?.kind, ended?.actor.id, started?.kind]).toEqual([
    'portal_session.ended',
    owner.id,
    'portal_session.started',
  ])
})
