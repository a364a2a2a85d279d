import { currentNonce } from '#lib/domain/tokens/dpop/nonce.ts'
import { claimProof } from '#lib/domain/tokens/dpop/store.ts'
import {
  type ProofProblem,
  type ProvenRequest,
  type VerifiedProof,
  verifyProof,
} from '#lib/domain/tokens/dpop/verify-proof.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal, type RefusalFacts } from '#lib/kernel/errors.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'

type ProofReason = Extract<RefusalReason, `proof_${string}`>

type ProofFacts = Pick<RefusalFacts, 'status' | 'reasonFacts'>

const reasons: Readonly<Record<ProofProblem, ProofReason>> = {
  malformed: 'proof_malformed',
  signature: 'proof_malformed',
  request: 'proof_other_request',
  token: 'proof_other_token',
  instant: 'proof_clock',
  nonce: 'proof_nonce',
}

/**
 * Verifies the DPoP proof of a request. Call it once the client has authenticated: a stranger must not have signatures
 * verified. `spendProof` takes its one use.
 * @throws Refusal `invalid_dpop_proof`, `use_dpop_nonce`
 */
export async function proveRequest(
  { keys, clock }: Services,
  proof: string | null,
  request: ProvenRequest,
  facts: ProofFacts = {},
): Promise<VerifiedProof> {
  if (proof === null) throw refusedProof('proof_missing', facts)
  const verified = await verifyProof(proof, request, { keys, now: clock.now() })
  if (typeof verified === 'string') throw refusedProof(reasons[verified], facts)
  return verified
}

/**
 * Marks the proof as used. Call it once its key is known to be the right one: whoever signs with a key of their own
 * must not have rows written.
 * @throws Refusal `invalid_dpop_proof`
 */
export async function spendProof({ db }: Services, { id }: VerifiedProof, facts: ProofFacts = {}): Promise<void> {
  if (!(await claimProof(db, id))) throw refusedProof('proof_replayed', facts)
}

/** RFC 9449 §5, §8. */
export function refusedProof(reason: ProofReason, facts: ProofFacts): Refusal {
  return new Refusal(reason === 'proof_nonce' ? 'use_dpop_nonce' : 'invalid_dpop_proof', { reason, ...facts })
}

/** The header of each response to a request with a proof, so that the next one has a nonce (RFC 9449 §8.2). */
export function nonceHeader({ keys, clock }: Pick<Services, 'keys' | 'clock'>) {
  return { 'DPoP-Nonce': currentNonce(keys, clock.now()) }
}
