import { enterpriseSchemaId, groupSchemaId, userSchemaId } from '#lib/domain/people/scim/attributes.ts'
import { maxListed } from '#lib/domain/people/scim/list-query.ts'
import schemas from '#lib/domain/people/scim/schemas.json' with { type: 'json' }

/** The path of SCIM 2.0 (RFC 7644 §1.3). */
export const scimPath = '/scim/v2'

const valueParts = 'value display type primary'

/** The user attributes of RFC 7643 §3.1, §4.1 and their parts. */
const standardAttributes: Readonly<Record<string, string>> = {
  schemas: '',
  id: '',
  externalId: '',
  meta: 'resourceType created lastModified location version',
  userName: '',
  name: 'formatted familyName givenName middleName honorificPrefix honorificSuffix',
  displayName: '',
  nickName: '',
  profileUrl: '',
  title: '',
  userType: '',
  preferredLanguage: '',
  locale: '',
  timezone: '',
  active: '',
  password: '',
  emails: valueParts,
  phoneNumbers: valueParts,
  ims: valueParts,
  photos: valueParts,
  addresses: 'formatted streetAddress locality region postalCode country type primary',
  groups: 'value $ref display type',
  entitlements: valueParts,
  roles: valueParts,
  x509Certificates: valueParts,
}

const knownPaths: ReadonlySet<string> = new Set(
  Object.entries(standardAttributes).flatMap(([name, parts]) =>
    [
      name,
      ...parts
        .split(' ')
        .filter(Boolean)
        .map((part) => `${name}.${part}`),
    ].map((path) => path.toLowerCase()),
  ),
)

/** Whether the standard defines a user attribute of this name or path, in any case; extensions count as a whole. */
export function isKnownAttribute(path: string): boolean {
  return path.startsWith('urn:') || knownPaths.has(path.toLowerCase())
}

/** RFC 7643 §5. */
export function describeServiceProvider(baseUrl: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maxListed },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'OAuth Bearer Token',
        description: 'An access token with the scope scim, or an API key with it: its ID, a dot, and its secret.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}${scimPath}/ServiceProviderConfig` },
  }
}

/** RFC 7643 §6. */
export function describeResourceTypes(baseUrl: string) {
  return [
    resourceType(baseUrl, {
      name: 'User',
      schema: userSchemaId,
      schemaExtensions: [{ schema: enterpriseSchemaId, required: false }],
    }),
    resourceType(baseUrl, { name: 'Group', schema: groupSchemaId, schemaExtensions: [] }),
  ]
}

function resourceType(
  baseUrl: string,
  { name, schema, schemaExtensions }: Readonly<{ name: string; schema: string; schemaExtensions: readonly object[] }>,
) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${name}s`,
    description: name,
    schema,
    schemaExtensions,
    meta: { resourceType: 'ResourceType', location: `${baseUrl}${scimPath}/ResourceTypes/${name}` },
  }
}

/** The schemas with the attributes that Latchkey has; it ignores the others of RFC 7643 (§7). */
export function describeSchemas(baseUrl: string) {
  return schemas.map((schema) => ({
    ...schema,
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    meta: { resourceType: 'Schema', location: `${baseUrl}${scimPath}/Schemas/${schema.id}` },
  }))
}
