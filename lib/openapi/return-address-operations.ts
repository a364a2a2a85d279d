import { z } from 'zod'
import { listSchema } from '#lib/list-query.ts'
import {
  idempotencyHeader,
  jsonRefusals,
  managementHeaders,
  managementRefusals,
} from '#lib/openapi/management-refusals.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import {
  listedReturnAddressResource,
  newReturnAddressBody,
  returnAddressesQuery,
  returnAddressResource,
} from '#lib/return-addresses/return-address-resource.ts'

const originPath = z.object({
  origin: z.string().meta({ description: 'The origin, percent-encoded.', example: 'https://crm.example' }),
})
const tag = { ETag: 'The version of the return address.' }
const authorization = { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } } as const
const noAddress = { code: 'not_found', condition: 'There is no such return address.' } as const

export const returnAddressOperations: readonly Operation[] = [
  {
    id: 'listReturnAddresses',
    method: 'GET',
    path: '/api/v1/return-addresses',
    tag: 'Return addresses',
    summary: 'List return addresses',
    description: 'In the order of their origins.\n\nRequires the scope `return-addresses:read`.',
    security: ['accessToken'],
    parameters: { query: returnAddressesQuery },
    responses: [
      {
        status: 200,
        description: 'A part of the list.',
        headers: managementHeaders,
        content: listSchema(listedReturnAddressResource),
      },
    ],
    refusals: [
      { code: 'invalid_request', condition: 'A query parameter is invalid. `fields` names it.' },
      ...managementRefusals('return-addresses:read'),
    ],
    namesFields: true,
    samples: [{ label: 'All return addresses', path: '/api/v1/return-addresses?limit=200', authorization }],
  },
  {
    id: 'addReturnAddress',
    method: 'POST',
    path: '/api/v1/return-addresses',
    tag: 'Return addresses',
    summary: 'Add a return address',
    description:
      'From now on, sign-in links may return users to this origin.\n\nRequires the scope `return-addresses:write`.',
    security: ['accessToken'],
    parameters: { header: idempotencyHeader },
    json: { contentType: 'application/json', schema: newReturnAddressBody },
    responses: [
      {
        status: 201,
        description: 'The new return address.',
        headers: { ...tag, Location: 'The URL of the return address.', ...managementHeaders },
        content: returnAddressResource,
      },
    ],
    refusals: [
      ...jsonRefusals,
      { code: 'conflict', condition: 'It exists already.' },
      'idempotency_key_reused',
      ...managementRefusals('return-addresses:write'),
    ],
    namesFields: true,
    samples: [{ label: 'A new return address', json: { origin: 'https://shop.example' }, authorization }],
  },
  {
    id: 'getReturnAddress',
    method: 'GET',
    path: '/api/v1/return-addresses/{origin}',
    tag: 'Return addresses',
    summary: 'Get a return address',
    description: 'Requires the scope `return-addresses:read`.',
    security: ['accessToken'],
    parameters: { path: originPath },
    responses: [
      {
        status: 200,
        description: 'The return address.',
        headers: { ...tag, ...managementHeaders },
        content: returnAddressResource,
      },
      { status: 304, description: 'The client has it.', headers: { ...tag, ...managementHeaders } },
    ],
    refusals: [noAddress, ...managementRefusals('return-addresses:read')],
    namesFields: true,
  },
  {
    id: 'removeReturnAddress',
    method: 'DELETE',
    path: '/api/v1/return-addresses/{origin}',
    tag: 'Return addresses',
    summary: 'Remove a return address',
    description:
      'Requests and links that return to this origin are refused from now on.\n\nRequires the scope `return-addresses:write`.',
    security: ['accessToken'],
    parameters: { path: originPath },
    responses: [{ status: 204, description: 'It is removed.', headers: managementHeaders }],
    refusals: [noAddress, ...managementRefusals('return-addresses:write')],
    namesFields: true,
  },
]
