/** How clients may sign proofs and assertions: only with asymmetric keys (RFC 8725 §3.1, RFC 9449 §4.3). */
export const clientAlgorithms = ['ES256', 'ES384', 'Ed25519', 'EdDSA', 'PS256', 'RS256'] as const
