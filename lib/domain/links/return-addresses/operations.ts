import { z } from 'zod'
import {
  addReturnAddress,
  listReturnAddresses,
  removeReturnAddress,
} from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import {
  listedReturnAddressResource,
  newReturnAddressBody,
  returnAddressesQuery,
  returnAddressResource,
  toListedReturnAddress,
  toReturnAddressResource,
} from '#lib/domain/links/return-addresses/return-address-resource.ts'
import { type Noun, operation } from '#lib/foundation/api/operation.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { cutRows, toListPart } from '#lib/kernel/list-query.ts'

const address: Noun = {
  tag: 'Return addresses',
  parameters: {
    origin: z.string().meta({ description: 'The origin, percent-encoded.', example: 'https://crm.example' }),
  },
  version: 'The version of the return address.',
  location: 'The URL of the return address.',
  key: 'origin',
}
const noAddress = { code: 'not_found', condition: 'There is no such return address.' } as const

export const returnAddressOperations = [
  operation(address, {
    id: 'listReturnAddresses',
    route: 'GET /api/v1/return-addresses',
    scope: 'return-addresses:read',
    summary: 'List return addresses',
    description: 'In the order of their origins.',
    query: returnAddressesQuery,
    list: listedReturnAddressResource,
    sample: { label: 'All return addresses', path: '/api/v1/return-addresses?limit=200' },
    handle: async ({ services, actor, query: { limit }, after = '' }) => {
      const rest = (await listReturnAddresses(services, actor)).filter(({ origin }) => origin > after)
      return toListPart(cutRows(rest, limit), ({ origin }) => origin, toListedReturnAddress)
    },
  }),
  operation(address, {
    id: 'addReturnAddress',
    route: 'POST /api/v1/return-addresses',
    scope: 'return-addresses:write',
    summary: 'Add a return address',
    description: 'From now on, sign-in links may return users to this origin.',
    creates: true,
    conditional: true,
    body: newReturnAddressBody,
    response: returnAddressResource,
    returns: 'The new return address.',
    refusals: [{ code: 'conflict', condition: 'It exists already.' }],
    sample: { label: 'A new return address', json: { origin: 'https://shop.example' } },
    handle: async ({ services, actor, body }) => toReturnAddressResource(await addReturnAddress(services, actor, body)),
  }),
  operation(address, {
    id: 'getReturnAddress',
    route: 'GET /api/v1/return-addresses/{origin}',
    scope: 'return-addresses:read',
    summary: 'Get a return address',
    description: '',
    conditional: true,
    response: returnAddressResource,
    returns: 'The return address.',
    refusals: [noAddress],
    handle: async ({ services, actor, params }) => {
      const found = (await listReturnAddresses(services, actor)).find(({ origin }) => origin === params.origin)
      if (!found) throw new Refusal('not_found')
      return toReturnAddressResource(found)
    },
  }),
  operation(address, {
    id: 'removeReturnAddress',
    route: 'DELETE /api/v1/return-addresses/{origin}',
    scope: 'return-addresses:write',
    summary: 'Remove a return address',
    description: 'Requests and links that return to this origin are refused from now on.',
    returns: 'It is removed.',
    refusals: [noAddress],
    handle: ({ services, actor, params }) => removeReturnAddress(services, actor, params),
  }),
] as const
