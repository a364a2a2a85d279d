import { Card } from '#app/(portal)/_details/card.tsx'
import { Facts } from '#app/(portal)/_details/facts.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import styles from '#app/(portal)/why/_components/why.module.css'
import { Code } from '#components/ui/code.tsx'
import { Link } from '#components/ui/link.tsx'
import type { ExplainedRefusal } from '#lib/domain/events/refusals/find-refusals.ts'
import type { RequestShape } from '#lib/foundation/buffers/kept-refusal.ts'

/** What is known of the request, without its values. */
export async function RefusedRequest({ refusal }: Readonly<{ refusal: ExplainedRefusal }>) {
  const t = await portalTranslator('why')
  const { requestId, at, endpoint, status, error, description, network, shape, keyId, keyName } = refusal
  const { method, contentType, bodyLength } = shape
  return (
    <Card title={t('request')}>
      <Facts
        facts={[
          [t('requestId'), <Code key="id">{requestId}</Code>],
          [t('time'), <Moment key="time" at={at} mode="dateTime" />],
          [t('endpoint'), <Code key="endpoint">{method === 'other' ? endpoint : `${method} ${endpoint}`}</Code>],
          [
            t('response'),
            <span key="response">
              <Code>{`${status} ${error}`}</Code> <span lang="en">{description}</span>
            </span>,
          ],
          [
            t('key'),
            keyId === null ? (
              t('noKey')
            ) : (
              <Link key="key" href={keyHref(keyId)}>
                {keyName}
              </Link>
            ),
          ],
          [t('network'), <Code key="network">{network}</Code>],
          [t('contentType'), t(`contentTypes.${contentType}`)],
          [t('bodyLength'), bodyLength === null ? '–' : t('bytes', { count: bodyLength })],
          [t('fields'), <Fields key="fields" shape={shape} />],
        ]}
      />
      <p className={`lk-fine ${styles.hint}`}>{t('valuesHint')}</p>
    </Card>
  )
}

async function Fields({ shape: { fields, unknownFields } }: Readonly<{ shape: RequestShape }>) {
  const t = await portalTranslator('why')
  if (fields.length + unknownFields === 0) return t('noFields')
  return (
    <>
      <Code>{fields.join(', ')}</Code> {unknownFields > 0 && t('unknownFields', { count: unknownFields })}
    </>
  )
}
