import { Mark } from './ui/mark.tsx'

/** Mark and name: the way home. A plain link, so that it works on a page that has failed. */
export function Brand({ href = '/' }: Readonly<{ href?: string }>) {
  return (
    <a className="lk-brand" href={href}>
      <Mark size={24} />
      Latchkey
    </a>
  )
}
