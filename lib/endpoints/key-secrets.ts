import { z } from 'zod'
import { requireWorkingSecret } from '#lib/api-keys/authenticate-api-key.ts'
import { defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { createdResponse, noContent, readRepeatable } from '#lib/endpoints/api-resource.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { readJsonObject } from '#lib/http/json-body.ts'
import { readKeySecrets } from '#lib/key-rotation/read-key-secrets.ts'
import { endRehearsal, rehearseRetirement } from '#lib/key-rotation/rehearse-retirement.ts'
import { retireSecret } from '#lib/key-rotation/retire-secret.ts'
import { rotateSecretOnce } from '#lib/key-rotation/rotate-secret.ts'
import {
  rehearsalBody,
  retirementQuery,
  rotationBody,
  toRehearsalResource,
  toRotatedResource,
  toSecretsResource,
} from '#lib/key-rotation/secret-resource.ts'
import { parseInput } from '#lib/parse-input.ts'

/** A rotation to a public key has no secret. */
const rotated = z.object({ secret: z.string().optional() })

/** `GET` and `POST /api/v1/keys/<keyId>/secrets`. */
export const keySecretsEndpoint = defineApiEndpoint({
  GET: [
    'keys:read',
    async ({ services, client, id }) => jsonResponse(toSecretsResource(await readKeySecrets(services, client, id))),
  ],
  POST: [
    'keys:write',
    async ({ request, services, client, id }) => {
      const body = await readJsonObject(request)
      const input = { ...parseInput(rotationBody, body.object), keyId: id }
      const repeatable = readRepeatable(request, client, body)
      const text = await rotateSecretOnce(services, client, input, { repeatable, represent: toRotatedResource })
      const { secret } = rotated.parse(JSON.parse(text))
      if (secret !== undefined) await requireWorkingSecret(services, { keyId: id, secret })
      return createdResponse(text)
    },
  ],
})

/** `DELETE /api/v1/keys/<keyId>/secrets/<secretId>`. */
export const keySecretEndpoint = defineApiEndpoint({
  DELETE: [
    'keys:write',
    async ({ request, services, client, id: keyId, nestedId: secretId }) => {
      const { families } = parseInput(retirementQuery, readQuery(request, retirementQuery.keyof().options))
      await retireSecret(services, client, { keyId, secretId, endFamilies: families === 'end' })
      return noContent
    },
  ],
})

/** `PUT` and `DELETE /api/v1/keys/<keyId>/rehearsal`. */
export const keyRehearsalEndpoint = defineApiEndpoint({
  PUT: [
    'keys:write',
    async ({ request, services, client, id: keyId }) => {
      const { minutes } = parseInput(rehearsalBody, (await readJsonObject(request)).object)
      return jsonResponse(toRehearsalResource(await rehearseRetirement(services, client, { keyId, minutes })))
    },
  ],
  DELETE: [
    'keys:write',
    async ({ services, client, id }) => {
      await endRehearsal(services, client, id)
      return noContent
    },
  ],
})
