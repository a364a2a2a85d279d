import { generatedKeyResource } from '#lib/domain/keys/api-keys/key-resource.ts'
import { handOverLinkResource } from '#lib/domain/keys/hand-over/hand-over-resource.ts'

/** The response of `POST /api/v1/keys`. */
export const newKeyResource = generatedKeyResource(handOverLinkResource)
