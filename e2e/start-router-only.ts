import { closeOnSignal, startServer } from '../server.ts'

// The built product without the gateway: Next's route handlers serve the endpoints.
closeOnSignal(await startServer({ endpointsBehind: true }))
