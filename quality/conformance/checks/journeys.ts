import type { Send } from '../../resilience/harness/http.ts'
import type { Product } from '../harness/product.ts'
import { readReceipt, readRefusal, rotateSecret } from './key-journeys.ts'
import { launchAccounts } from './launch-journey.ts'
import {
  askAsProxy,
  lookAtLinks,
  openAccount,
  readEvents,
  readPublished,
  useOldRefreshToken,
  useRevokedKey,
} from './program-journeys.ts'
import {
  askForBadLinks,
  askInBothSpellings,
  askRefusedLinks,
  askRefusedTokens,
  failTooOften,
  sendBadForms,
  useOtherMethods,
} from './refused-journeys.ts'

/** A sequence of requests of one client, with the expected responses. */
export type Journey = (send: Send, product: Product) => Promise<void>

/** What programs and browsers ask, by name: what is good, and what is refused. */
export const journeys: Readonly<Record<string, Journey>> = {
  'a token, its refresh, a link, an opened account': openAccount,
  'an old refresh token': useOldRefreshToken,
  'a key that is revoked': useRevokedKey,
  'links that are looked at, or edited': lookAtLinks,
  'a proxy that asks who is in an account': askAsProxy,
  'public documents': readPublished,
  'events that a program follows': readEvents,
  'a program that rotates its own secret': rotateSecret,
  'the receipt of a link': readReceipt,
  'the reason of a refusal': readRefusal,
  'launches signed out and signed in': launchAccounts,
  'token requests that are refused': askRefusedTokens,
  'the same in both spellings': askInBothSpellings,
  'link requests that are refused': askRefusedLinks,
  'refused sign-in links': askForBadLinks,
  'forms that are none': sendBadForms,
  'other methods': useOtherMethods,
  'too many failures': failTooOften,
}
