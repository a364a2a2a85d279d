/**
 * Node.js flags of the server, also in the Dockerfile and docs/operating.md. By default V8 sizes its heap by the
 * machine: with 24 GiB, the young generation alone takes 128 MiB, and the old one grows to several times the live data.
 * Verifying a passkey asks Node.js for algorithms that it calls experimental, which would warn in the log.
 */
export const serverFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=25',
  '--disable-warning=ExperimentalWarning',
]

/**
 * By default glibc allocates up to eight arenas per processor, each with its own fragmentation, and keeps what it has
 * freed.
 */
export const serverVariables = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' }
