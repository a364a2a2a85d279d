import { generatedKeyResource } from '#lib/api-keys/key-resource.ts'
import { handOverLinkResource } from '#lib/hand-over/hand-over-resource.ts'

/** The response of `POST /api/v1/keys`. */
export const newKeyResource = generatedKeyResource(handOverLinkResource)
