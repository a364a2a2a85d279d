/**
 * A request with an `Idempotency-Key`, for `runOnce`. `name`: the header's value. `fingerprint`: of its method, path
 * and body.
 */
export type Repeatable = Readonly<{ keyId: string; name: string; fingerprint: string }>
