import { expect, it } from 'vitest'
import { findConfirmed } from '#app/(portal)/_lists/noun-action.ts'
import { enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { keyActions } from './key-actions.ts'
import { userActions } from './user-actions.ts'

it('finds the use case of an action that needs only a confirmation', () => {
  expect(findConfirmed(userActions, 'deactivate-user')).toBe(deactivateUser)
  expect(findConfirmed(keyActions, 'enable-key')).toBe(enableApiKey)
})

it.each(['edit-user', 'revoke-key', 'toString', '__proto__', ''])('refuses “%s”, whatever the form names', (name) => {
  for (const actions of [userActions, keyActions]) {
    expect(() => findConfirmed(actions, name)).toThrow(new Refusal('not_found'))
  }
})
