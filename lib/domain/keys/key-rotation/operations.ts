import { requireWorkingSecret } from '#lib/domain/keys/api-keys/authenticate-api-key.ts'
import { beyondReach, keyNoun, noKey } from '#lib/domain/keys/api-keys/key-noun.ts'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { endRehearsal, rehearseRetirement } from '#lib/domain/keys/key-rotation/rehearse-retirement.ts'
import { retireSecret } from '#lib/domain/keys/key-rotation/retire-secret.ts'
import { rotatePublicKey, rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import {
  rehearsalBody,
  rehearsalResource,
  retirementQuery,
  rotatedSecretResource,
  rotationBody,
  secretsResource,
  toRehearsalResource,
  toRotatedResource,
  toSecretsResource,
} from '#lib/domain/keys/key-rotation/secret-resource.ts'
import { operation } from '#lib/foundation/api/operation.ts'

export const keySecretOperations = [
  operation(keyNoun, {
    id: 'listKeySecrets',
    route: 'GET /api/v1/keys/{keyId}/secrets',
    scope: 'keys:read',
    summary: 'List the secrets of an API key',
    description: 'Their states and their use, not the secrets themselves.',
    response: secretsResource,
    returns: 'The newest 20 secrets.',
    refusals: [noKey],
    handle: async ({ services, actor, params: { keyId } }) =>
      toSecretsResource(await readKeySecrets(services, actor, keyId)),
  }),
  operation(keyNoun, {
    id: 'rotateKeySecret',
    route: 'POST /api/v1/keys/{keyId}/secrets',
    scope: 'keys:write',
    summary: 'Rotate the secret of an API key',
    description:
      'Generates another secret, which only the response shows. Its first use makes it current; the former one works for some time more.',
    creates: true,
    body: rotationBody,
    response: rotatedSecretResource,
    returns: 'The new secret.',
    refusals: [
      noKey,
      beyondReach,
      { code: 'conflict', condition: 'The key is revoked or expired.' },
      'former_secret_works',
    ],
    handle: async ({ services, actor, params, body: { publicJwk, ...options } }) => {
      const input = { ...options, ...params }
      return toRotatedResource(
        publicJwk === undefined
          ? await rotateSecret(services, actor, input)
          : await rotatePublicKey(services, actor, { ...input, publicJwk }),
      )
    },
    check: async ({ services, params }, { secret }) => {
      if (secret !== undefined) await requireWorkingSecret(services, { ...params, secret })
    },
  }),
  operation(keyNoun, {
    id: 'retireKeySecret',
    route: 'DELETE /api/v1/keys/{keyId}/secrets/{secretId}',
    scope: 'keys:write',
    summary: 'Retire a secret of an API key',
    description:
      'Ends the retiring secret now, or discards the pending one. The current secret can’t be retired: rotate it, or disable the key. A program retires the secrets of every key that it may manage.',
    query: retirementQuery,
    returns: 'It is refused from now on.',
    refusals: [
      { code: 'not_found', condition: 'There is no such key or secret, or the client may not manage the key.' },
      { code: 'conflict', condition: 'The secret is the current one, or it no longer works.' },
    ],
    handle: ({ services, actor, params, query: { families } }) =>
      retireSecret(services, actor, { ...params, endFamilies: families === 'end' }),
  }),
  operation(keyNoun, {
    id: 'rehearseKeyRetirement',
    route: 'PUT /api/v1/keys/{keyId}/rehearsal',
    scope: 'keys:write',
    summary: 'Rehearse the retirement of a secret',
    description:
      'Refuses the retiring secret for some minutes, as its retirement will. It then works again by itself. Its refresh tokens are not affected. `/api/v1/keys/{keyId}/usage` counts what was refused.',
    body: rehearsalBody,
    response: rehearsalResource,
    returns: 'The rehearsal.',
    refusals: [noKey, beyondReach, { code: 'conflict', condition: 'No secret of the key is retiring.' }],
    handle: async ({ services, actor, params, body }) =>
      toRehearsalResource(await rehearseRetirement(services, actor, { ...params, ...body })),
  }),
  operation(keyNoun, {
    id: 'endKeyRehearsal',
    route: 'DELETE /api/v1/keys/{keyId}/rehearsal',
    scope: 'keys:write',
    summary: 'End a rehearsal',
    description: 'The retiring secret works again. Without a rehearsal, nothing changes.',
    returns: 'No rehearsal refuses a secret.',
    refusals: [noKey, beyondReach],
    handle: ({ services, actor, params: { keyId } }) => endRehearsal(services, actor, keyId),
  }),
] as const
