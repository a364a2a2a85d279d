import type { AddressInfo } from 'node:net'
import { generateApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { addUser } from '#lib/domain/people/users/create-user.ts'
import { operator } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { createGateway } from '#lib/web/gateway/gateway.ts'
import { createHttpServer } from '#lib/web/gateway/http-server.ts'

// The endpoints of the product without its pages, on the database that the environment names, with a key of the scope
// in the arguments. Tells its parent where it listens, and answers each message with its peak memory.
const services = await getServices()
const actor = operator('endpoint run', 'req_endpoint_run')
const owner = await services.db.transaction().execute((trx) =>
  addUser(trx, actor, {
    email: 'owner@corp.example',
    username: 'owner',
    name: 'Owner',
    passwordHash: null,
    role: 'owner',
    accountScope: 'all',
    accountIds: [],
  }),
)
const key = await generateApiKey(services, actor, { name: 'Run', ownerId: owner.id, scopes: process.argv.slice(2) })
const server = createHttpServer(false)
server.on(
  'request',
  createGateway(services, {
    handle: (_request, response) => void response.writeHead(404).end(),
    development: false,
    endpointsBehind: false,
    isPage: () => false,
  }),
)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ port, keyId: key.id, secret: key.secret })
})
process.on('message', () => process.send?.({ peakMib: Math.round(process.resourceUsage().maxRSS / 1024) }))
process.on('disconnect', () => process.exit())
