import { getReceipt, listReceipts, readOwnReceipt } from '#lib/domain/links/sso-grants/read-receipt.ts'
import {
  receiptAnswer,
  receiptPath,
  receiptsQuery,
  toReceiptAnswer,
} from '#lib/domain/links/sso-grants/receipt-schema.ts'
import type { TokenHolder } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import { type HolderCall, holderOperation, type Noun, operation } from '#lib/foundation/api/operation.ts'
import { formatPlace, parsePlace } from '#lib/kernel/newest-first.ts'

const receipt: Noun = { tag: 'Sign-in links', parameters: receiptPath.shape }

export const receiptOperations = [
  operation(receipt, {
    id: 'listGrantReceipts',
    route: 'GET /api/v1/grants',
    scope: 'grants:read',
    summary: 'List sign-in links',
    description:
      'The receipts of all links, for 24 hours, the newest first. With a filter, a page looks through 2,500 links: it may be empty although `next` is not null.',
    query: receiptsQuery,
    list: receiptAnswer,
    sample: { label: 'The links of an account', path: '/api/v1/grants?accountId=at-100021&limit=200' },
    handle: async ({ services, actor, query: { cursor, ...query }, after }) => {
      const { receipts, next } = await listReceipts(services, actor, { ...query, after: parsePlace(after) })
      return { items: receipts.map(toReceiptAnswer), next: next ? formatPlace(next) : null }
    },
  }),
  holderOperation(receipt, {
    id: 'getGrantReceipt',
    route: 'GET /api/v1/grants/{grantId}',
    summary: 'Find out what became of a link',
    description:
      'The receipt of a sign-in link, for 24 hours: whether it was prefetched or opened, from which network, why it was refused, and how its session ended. Prefetches and refusals may appear up to 10 seconds late, and are left out during a flood.\n\nRequires an access token of the API key that requested the link. One with the scope `grants:read`, of a key whose owner is an owner or admin, gets the receipt of any link.',
    response: receiptAnswer,
    returns: 'The receipt.',
    refusals: [
      { code: 'invalid_request', condition: 'The access token is in the URL.' },
      'not_found',
      'too_many_requests',
    ],
    handle: async ({
      services,
      holder,
      params,
    }: HolderCall<TokenHolder> & Readonly<{ params: Readonly<{ grantId: string }> }>) =>
      toReceiptAnswer(await readOwnReceipt(services, holder, params.grantId)),
    handleForOperator: async ({ services, actor, params }) =>
      toReceiptAnswer(await getReceipt(services, actor, params.grantId)),
  }),
] as const
