import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import { definePageEndpoint } from '#lib/http/define-page-endpoint.ts'
import { answerOnlooker, isNavigation } from '#lib/http/navigation.ts'
import { seeOther } from '#lib/http/see-other.ts'
import { launchAccount } from '#lib/launch/launch-account.ts'
import { parseLaunch } from '#lib/launch/launch-path.ts'
import { signInPath } from '#lib/portal-sessions/next-path.ts'
import { services } from '#lib/services.ts'

/** `GET /launch/<accountId>`: section 7 of the protocol. */
export const launchEndpoint = definePageEndpoint({
  GET: async (request, source) => {
    if (!isNavigation(request)) return answerOnlooker(source.requestId)
    const opened = await services()
    const address = new URL(request.url)
    const person = await readSignedInUser(opened, request)
    if (!person) return seeOther(signInPath(address.pathname + address.search), source.requestId)
    return seeOther(await launchAccount(opened, person, parseLaunch(address)), source.requestId)
  },
})
