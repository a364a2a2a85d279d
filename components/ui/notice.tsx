import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

type Props = Readonly<{ tone?: NoticeTone; title?: ReactNode; children?: ReactNode; action?: ReactNode }>

const looks = {
  info: { Icon: IconInfoCircle, role: undefined },
  success: { Icon: IconCircleCheck, role: 'status' },
  warning: { Icon: IconAlertTriangle, role: undefined },
  danger: { Icon: IconCircleX, role: 'alert' },
} as const

/** A message in the page. Success and danger are announced when they appear. */
export function Notice({ tone = 'info', title, children, action }: Props) {
  const { Icon, role } = looks[tone]
  return (
    <div className="lk-notice" data-tone={tone} role={role}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div className="lk-notice-texts">
        {title && (
          <p>
            <strong>{title}</strong>
          </p>
        )}
        {children && <div>{children}</div>}
      </div>
      {action && <div className="lk-notice-action">{action}</div>}
    </div>
  )
}
