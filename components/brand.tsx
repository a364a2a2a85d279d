import { Mark } from './ui/mark.tsx'

/** The logo, linked to the start page. A plain link, so that it works on a page that has failed. */
export function Brand({ href = '/' }: Readonly<{ href?: string }>) {
  return (
    <a className="lk-brand" href={href}>
      <Mark size={24} />
      Latchkey
    </a>
  )
}
