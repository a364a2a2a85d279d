import { closeOnSignal, startServer } from '../server.ts'

// The built product, its endpoints answered by Next's route handlers in place of the server in front.
closeOnSignal(await startServer({ endpointsBehind: true }))
