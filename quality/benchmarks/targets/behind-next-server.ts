import { closeOnSignal, startServer } from '../../../server.ts'

// The built product as `npm start` runs it, but Next's route handlers answer the endpoints.
closeOnSignal(await startServer({ endpointsBehind: true }))
