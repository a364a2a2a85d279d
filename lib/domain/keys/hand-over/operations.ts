import { beyondReach, keyNoun, noKey } from '#lib/domain/keys/api-keys/key-noun.ts'
import { handOverKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import {
  handOverBody,
  handOverLinkResource,
  handOverResource,
  toHandOverLink,
  toHandOverResource,
} from '#lib/domain/keys/hand-over/hand-over-resource.ts'
import { readHandOver } from '#lib/domain/keys/hand-over/read-hand-over.ts'
import { withdrawHandOver } from '#lib/domain/keys/hand-over/withdraw-hand-over.ts'
import { operation } from '#lib/foundation/api/operation.ts'
import { Refusal } from '#lib/kernel/errors.ts'

export const handOverOperations = [
  operation(keyNoun, {
    id: 'getKeyHandOver',
    route: 'GET /api/v1/keys/{keyId}/hand-over',
    scope: 'keys:read',
    summary: 'Get the hand-over of an API key',
    description: 'The state of the newest link, not the link itself.',
    response: handOverResource,
    returns: 'The hand-over.',
    refusals: [
      { code: 'not_found', condition: 'There is no such key, the client may not manage it, or it has no hand-over.' },
    ],
    handle: async ({ services, actor, params: { keyId } }) => {
      const handOver = await readHandOver(services, actor, keyId)
      if (!handOver) throw new Refusal('not_found')
      return toHandOverResource(handOver)
    },
  }),
  operation(keyNoun, {
    id: 'handOverKey',
    route: 'POST /api/v1/keys/{keyId}/hand-over',
    scope: 'keys:write',
    summary: 'Hand over an API key',
    description:
      'Creates a link whose recipient generates the next secret of the key. It works once, and replaces an earlier link and a pending secret. Only the response shows it.',
    creates: true,
    body: handOverBody,
    response: handOverLinkResource,
    returns: 'The new link.',
    refusals: [
      noKey,
      beyondReach,
      { code: 'conflict', condition: 'The key is disabled, revoked or expired.' },
      'former_secret_works',
    ],
    handle: async ({ services, actor, params, body }) =>
      toHandOverLink(await handOverKey(services, actor, { ...body, ...params })),
  }),
  operation(keyNoun, {
    id: 'withdrawKeyHandOver',
    route: 'DELETE /api/v1/keys/{keyId}/hand-over',
    scope: 'keys:write',
    summary: 'Withdraw the hand-over of an API key',
    description:
      'Ends the open link. If the recipient has used it, retire or rotate the secret instead. A program withdraws the links of every key that it may manage.',
    returns: 'The link no longer works.',
    refusals: [
      { code: 'not_found', condition: 'There is no such key, the client may not manage it, or it has no open link.' },
    ],
    handle: async ({ services, actor, params: { keyId } }) => {
      // The client must not believe that it withdrew a link that someone had used.
      if (!(await withdrawHandOver(services, actor, keyId))) throw new Refusal('not_found')
    },
  }),
] as const
