import { html } from '#lib/kernel/html.ts'
import type { MailText } from '#lib/server/mail-delivery/write-mail.ts'

/** How a mail is addressed and decorated. */
export type Envelope = Readonly<{
  from: string
  to: string
  site: string
  /** Names the message: a repeated one has the same ID. */
  messageId: string
  /** `#rrggbb` */
  accent: string
  /** Unix ms. */
  date: number
}>

/** The message with a text and an HTML alternative (RFC 2046 §5.1.4), without anything that a client would load. */
export async function encodeMail(mail: MailText, envelope: Envelope): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { from, to, site, messageId, date } = envelope
  const composer = new MailComposer({
    from: { name: site, address: from },
    to: { name: '', address: to },
    ...{ subject: mail.subject, messageId, date: new Date(date) },
    // RFC 3834 §5: no one is to answer it automatically.
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
    ...{ text: toText(mail), html: toHtml(mail, envelope) },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  return composer.compile().build()
}

function toText({ hello, paragraphs, action, notes }: MailText): string {
  return [hello, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...notes].join('\n\n')
}

/** Styles stand in attributes: mail clients drop style sheets. */
function toHtml({ language, subject, hello, paragraphs, action, notes }: MailText, { site, accent }: Envelope): string {
  const button = action && [
    html`<p style="margin:24px 0"><a href="${action.url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1917;color:#ffffff;text-decoration:none;font-weight:600">${action.label}</a></p>`,
  ]
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f5f5f4;color:#1c1917;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px 28px;background:#ffffff;border-top:4px solid ${accent};border-radius:8px">
<p style="margin:0 0 20px;font-weight:600">${site}</p>
<p>${hello}</p>
${paragraphs.map((text) => html`<p style="overflow-wrap:anywhere">${text}</p>\n`)}${button ?? ''}<div style="font-size:13px;color:#57534e">
${[...notes, ...(action ? [action.otherwise] : [])].map((text) => html`<p style="overflow-wrap:anywhere">${text}</p>\n`)}</div>
</div>
</body>
</html>
`.markup
}
