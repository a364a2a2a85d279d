import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { currentNonce } from '#lib/domain/tokens/dpop/nonce.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomToken, sha256 } from '#lib/kernel/crypto.ts'

type Proven = Readonly<{ url: string; method?: string; accessToken?: string; claims?: object; header?: object }>

/** A client with a key of its own, that signs proofs as RFC 9449 §4.2 has it. */
export type DpopClient = Readonly<{ jkt: string; publicJwk: JWK; prove: (proven: Proven) => Promise<string> }>

export async function makeDpopClient(
  { keys, clock }: Pick<Services, 'keys' | 'clock'>,
  alg = 'ES256',
): Promise<DpopClient> {
  const { publicKey, privateKey } = await generateKeyPair(alg)
  const publicJwk = await exportJWK(publicKey)
  return {
    jkt: await calculateJwkThumbprint(publicJwk),
    publicJwk,
    prove: ({ url, method = 'POST', accessToken, claims, header }) =>
      new SignJWT({
        jti: randomToken(),
        htm: method,
        htu: url,
        iat: Math.floor(clock.now() / 1_000),
        nonce: currentNonce(keys, clock.now()),
        ...(accessToken !== undefined && { ath: Buffer.from(sha256(accessToken), 'hex').toString('base64url') }),
        ...claims,
      })
        .setProtectedHeader({ alg, typ: 'dpop+jwt', jwk: publicJwk, ...header })
        .sign(privateKey),
  }
}
