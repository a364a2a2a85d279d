import { type Argon2Parameters, argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import { HashThread } from '#lib/domain/people/passwords/hash-thread.ts'
import { equalInConstantTime, randomToken } from '#lib/kernel/crypto.ts'
import { createFairQueue, type FairQueue, type FairQueueLoad } from '#lib/kernel/fair-queue.ts'

/** argon2id (RFC 9106) with OWASP's recommended parameters; `memory` in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const hashBytes = 32

/** The PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
const phcForm =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

const deriveHash = promisify(argon2)

/** The PHC string to store for a password. @throws Refusal as {@link runHash} */
export async function hashPassword(password: string, lane: string): Promise<string> {
  const nonce = Buffer.from(randomToken(), 'base64url')
  const hash = await derive(lane, password, { ...cost, nonce, tagLength: hashBytes })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(hash)}`
}

/** Whether the password matches; false in the same time without a hash. @throws Refusal as {@link runHash} */
export async function verifyPassword(password: string, phc: string | null, lane: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = phcForm.exec(phc ?? '') ?? []
  if (!salt || !hash) {
    await hashPassword(password, lane)
    return false
  }
  const expected = Buffer.from(hash, 'base64')
  const used = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const nonce = Buffer.from(salt, 'base64')
  const given = await derive(lane, password, { ...used, nonce, tagLength: expected.length })
  return equalInConstantTime(given, expected)
}

function derive(lane: string, password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  // NFC: keyboards compose the same characters in different ways (NIST SP 800-63B §3.1.1.2).
  const given = { ...parameters, message: password.normalize('NFC') }
  return runHash(lane, () => hashing.thread?.derive(given) ?? deriveHash('argon2id', given))
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const slot = Symbol.for('latchkey.password-hashes')
// One queue per process, as `services` is: the server and Next's bundle each evaluate this module.
const shared = globalThis as typeof globalThis & { [slot]?: { readonly queue: FairQueue; thread?: HashThread } }
shared[slot] ??= {
  queue: createFairQueue({
    name: 'passwords to hash',
    running: 1,
    runningPerLane: 1,
    waiting: 100,
    waitingPerLane: 50,
  }),
}
const hashing = shared[slot]

/** Hashes in a thread of low priority from now on. */
export function startHashThread(): void {
  hashing.thread ??= new HashThread()
}

/**
 * Runs a hash in its lane's turn. One runs at a time, so that many sign-ins leave processors and memory (19 MiB each)
 * to the token endpoint. Lanes take turns, so that one client network cannot block the others.
 * @param lane a client network or a known browser
 * @throws Refusal `temporarily_unavailable` while 50 hashes of the lane wait, or 100 in all
 */
export function runHash<T>(lane: string, hash: () => Promise<T>): Promise<T> {
  return hashing.queue.run(lane, hash)
}

/** How many hashes run and wait in this process. */
export function readHashLoad(): FairQueueLoad {
  return hashing.queue.readLoad()
}
