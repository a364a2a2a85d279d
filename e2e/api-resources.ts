import { pauseWebhook } from '#lib/domain/events/webhooks/control-webhook.ts'
import { addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { root } from '#lib/testing/people.ts'
import type { TestAccount, World } from './fixtures.ts'

// Of each world, and of each account, the same one each time.
const groups = new WeakMap<TestAccount, Promise<string>>()
const webhooks = new WeakMap<World, Promise<string>>()

/** A group of this account. @returns its ID */
export function groupOf({ services }: World, account: TestAccount): Promise<string> {
  const made = groups.get(account) ?? makeGroup(services, [account.id], `Group of ${account.id}`)
  groups.set(account, made)
  return made
}

/** A paused webhook. @returns its ID */
export function webhookOf(world: World): Promise<string> {
  const made = webhooks.get(world) ?? addPausedWebhook(world)
  webhooks.set(world, made)
  return made
}

async function addPausedWebhook({ services }: World): Promise<string> {
  const input = { url: 'https://hooks.example/journeys', kinds: ['account_group.rule_removed'] }
  const { id } = await addWebhook(services, root, input)
  await pauseWebhook(services, root, id)
  return id
}
