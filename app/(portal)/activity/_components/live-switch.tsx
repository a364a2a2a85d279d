'use client'

import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { loadScript } from '#components/connection/load-script.ts'
import { useTranslations } from '#components/messages.tsx'
import type { LiveEvents as LiveEventsComponent } from './live-events.tsx'
import styles from './live-switch.module.css'

/** Loaded when Live is switched on. */
const LiveEvents = lazy(async () => ({ default: (await loadScript(() => import('./live-events.tsx'))).LiveEvents }))

/** Switches on the live mode. It stays on while the filter changes. */
export function LiveSwitch(props: ComponentProps<typeof LiveEventsComponent>) {
  const t = useTranslations('liveEvents')
  const [isLive, setLive] = useState(false)
  return (
    <div className={styles.live} data-needs-script>
      {isLive && (
        <Suspense>
          <LiveEvents {...props} />
        </Suspense>
      )}
      <label className={styles.label}>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={isLive}
          aria-checked={isLive}
          onChange={({ target }) => setLive(target.checked)}
        />
        {t('label')}
      </label>
    </div>
  )
}
