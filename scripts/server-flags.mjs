/**
 * What Node.js is told before it runs the server. By itself V8 sizes its heap by the machine: where there are 24 GiB it
 * takes 128 MiB for what is new alone, and lets several times as much as is in use pile up before it clears away. The
 * Dockerfile and docs/operating.md say the same.
 */
export const serverFlags = ['--max-semi-space-size=16', '--heap-growing-percent=75']

/** And the allocator of the system: else it sets up to eight heaps a processor aside, each with gaps of its own. */
export const serverVariables = { MALLOC_ARENA_MAX: '2' }
