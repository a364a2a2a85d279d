import { expect, it, vi } from 'vitest'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { findWork } from './noun-action.ts'

const actions = {
  remove: { label: 'Remove', run: vi.fn(async () => 'removed') },
  edit: { label: 'Edit', save: vi.fn(async () => 'saved') },
  add: { label: 'Add' },
}
const [services, actor] = [{} as Services, {} as PortalUser]

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

it('runs the use case that the form names, for the thing with this ID', async () => {
  expect(await findWork(actions, formOf({ do: 'remove', id: 'one' }))(services, actor)).toBe('removed')
  expect(actions.remove.run).toHaveBeenCalledWith(services, actor, 'one')
})

it('lets a use case with fields read the form', async () => {
  const form = formOf({ do: 'edit', id: 'one', name: 'Acme' })
  expect(await findWork(actions, form)(services, actor)).toBe('saved')
  expect(actions.edit.save).toHaveBeenCalledWith(services, actor, form)
})

it.each(['add', 'toString', '__proto__', ''])('refuses “%s”, whatever the form names', (name) => {
  expect(() => findWork(actions, formOf({ do: name }))).toThrow(new Refusal('not_found'))
})
