import { expect, it } from 'vitest'
import { isComplete } from '#lib/testing/sampling.ts'
import { makeDirectory } from '#lib/testing/scim.ts'
import { openTestServices } from '#lib/testing/test-services.ts'
import { provisionMany } from '../../../quality/endpoint-runs/provision-many.ts'

it('provisions and deactivates pages of users; `npm run provisioning` does 10,000', { timeout: 300_000 }, async () => {
  const users = isComplete ? 500 : 210
  const directory = await makeDirectory(await openTestServices())
  const steps: string[] = []
  const call = (method: string, path: string, body?: object) => directory.call(method, path, body && { body })
  const provisioned = await provisionMany(call, users, (step) => void steps.push(step))
  expect(provisioned).toEqual({ users, listed: users, deactivated: users })
  expect(steps).toHaveLength(8)
  const { body } = await directory.call('GET', '/Users?count=1000')
  expect([body.itemsPerPage, body.Resources.length, body.totalResults]).toEqual([200, 200, users])
})
