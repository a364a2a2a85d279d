/** The public key of a program, in the forms that generate and rotate API keys. */
export const keyPair = {
  publicKey: 'Public key',
  hint: 'As a JWK: EC with P-256 or P-384, Ed25519, or RSA of at least 2,048 bits.',
  make: 'Make a key pair in this browser',
  makeAnother: 'Make another key pair',
  save: 'Download private key',
  once: 'Download the private key now. You can download it once.',
  onceWhy: 'It exists only in this browser and is never sent to Latchkey.',
  saved: '{file} was downloaded. Give it to the program, and keep no other copy.',
  problems: {
    required: 'Paste a public key.',
    too_long: 'This is too long for a public key. Leave out certificates.',
    private_key:
      'This is a private key. It was removed and not stored. Replace it, because it has been seen here, and paste only its public key.',
    key_set: 'This is a JWK Set. Paste a single key: one of the objects inside “keys”.',
    pem: 'This key isn’t a JWK. Convert it to JWK format, and paste the JSON.',
    not_json: 'This isn’t complete JSON. Paste the whole JWK, from beginning to end.',
    malformed: 'Latchkey can’t use this key. Paste the public JWK of one of the types above.',
    not_saved: 'Download the private key first. The program needs it to sign.',
    no_crypto: 'This browser can’t make a key pair here. Use https and a current browser, or paste a public key.',
  },
  leave: {
    title: 'Discard the key pair?',
    why: 'You haven’t downloaded the private key. It will be lost.',
    stay: 'Keep editing',
    discard: 'Discard key pair',
  },
  noSecret: 'There is no secret to copy. The program signs each token request with its private key.',
  tokenEndpoint: 'Token endpoint',
  audience: 'Audience (aud)',
  audienceHint: 'this value alone',
  thumbprint: 'Thumbprint',
} as const
