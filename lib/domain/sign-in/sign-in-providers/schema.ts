import { z } from 'zod'
import { providerLengths } from '#lib/domain/sign-in/sign-in-providers/limits.ts'
import { clientAuthMethods } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { boundedList } from '#lib/kernel/bounded-list.ts'
import { emailDomainPattern, toAsciiDomain } from '#lib/kernel/email-address.ts'
import { nameText } from '#lib/kernel/name-text.ts'

const maxListed = 50

const emptyToNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)
const words = (value: unknown) => (typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value)

/** A DNS name of at least two labels, as it is written in email addresses. */
const domainSchema = z
  .string('malformed')
  .transform((domain) => toAsciiDomain(domain.replace(/^@/, '')).toLowerCase())
  .pipe(z.string().max(253, 'too_long').regex(emailDomainPattern, 'malformed'))

export const domainsSchema = z
  .preprocess(words, boundedList(domainSchema, maxListed, 'too_long'))
  .transform((domains) => [...new Set(domains)])
  .default([])

const claimValue = z
  .string('malformed')
  .max(providerLengths.claim.max, 'too_long')
  .regex(/^[!-~]+$/, 'malformed')

const claimValues = z.preprocess(words, boundedList(claimValue, maxListed, 'too_long')).default([])

/** Secrets and client IDs are sent as they are. */
const plainText = (max: number) =>
  z
    .string('required')
    .trim()
    .min(1, 'required')
    .max(max, 'too_long')
    .regex(/^[!-~]+$/, 'malformed')

const settings = {
  label: nameText(providerLengths.label.max),
  clientId: plainText(providerLengths.clientId.max),
  clientAuth: z.enum(clientAuthMethods, 'malformed').default('client_secret_basic'),
  /** Null keeps the former one. */
  secret: z.preprocess(emptyToNull, plainText(providerLengths.secret.max).nullable()).default(null),
  domains: domainsSchema,
  createsUsers: z.boolean('malformed').default(false),
  groupsClaim: z.preprocess(emptyToNull, claimValue.nullable()).default(null),
  acrValues: claimValues,
  amrValues: claimValues,
  maxAgeSeconds: z.preprocess(
    (value) => (typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : emptyToNull(value)),
    z.int('malformed').min(0, 'out_of_range').max(31_536_000, 'out_of_range').nullable().default(null),
  ),
  passwordsOff: z.boolean('malformed').default(false),
  /** Left out: a new provider is enabled, another one stays as it is. */
  isDisabled: z.boolean('malformed').optional(),
}

type Given = Readonly<{ domains: readonly string[]; createsUsers: boolean; passwordsOff: boolean }>

/** Without a domain, just-in-time creation and "passwords off" would concern no one, or everyone. */
const needsDomains = ({ domains, createsUsers, passwordsOff }: Given) =>
  domains.length > 0 || !(createsUsers || passwordsOff)
const domainsRequired = { error: 'required', path: ['domains'] }

/** The `error` of every rule is a stable problem code, which the interface translates. */
export const newProviderSchema = z
  .object({
    id: z
      .string('required')
      .trim()
      .min(1, 'required')
      .max(providerLengths.id.max, 'too_long')
      .regex(/^[a-z0-9](?:-?[a-z0-9])*$/, 'malformed'),
    issuer: z.string('required').trim().min(1, 'required').max(providerLengths.issuer.max, 'too_long'),
    ...settings,
  })
  .refine(needsDomains, domainsRequired)

export const providerChangesSchema = z.object(settings).refine(needsDomains, domainsRequired)

type Texts = string | readonly string[]

/** Lists as arrays, or as text separated by spaces or commas. */
export type ProviderSettingsInput = Readonly<{
  label: string
  clientId: string
  clientAuth?: string | undefined
  secret?: string | null | undefined
  domains?: Texts | undefined
  createsUsers?: boolean | undefined
  groupsClaim?: string | null | undefined
  acrValues?: Texts | undefined
  amrValues?: Texts | undefined
  maxAgeSeconds?: string | number | null | undefined
  passwordsOff?: boolean | undefined
  isDisabled?: boolean | undefined
}>

export type NewProviderInput = ProviderSettingsInput & Readonly<{ id: string; issuer: string }>
