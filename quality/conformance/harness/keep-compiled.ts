import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'

// Node.js writes it when a process exits, but Vitest kills its workers.
afterAll(() => flushCompileCache())
