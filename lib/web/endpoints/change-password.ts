import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { seeOther } from '#lib/web/http/endpoint.ts'

/**
 * `GET /.well-known/change-password`: where password managers send their user (W3C, A Well-Known URL for Changing
 * Passwords).
 */
export const changePasswordEndpoint = defineEndpoint({
  GET: async (_request, { requestId }) => seeOther('/your-account?dialog=password', requestId),
})
