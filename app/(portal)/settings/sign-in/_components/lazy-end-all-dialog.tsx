'use client'

import dynamic from 'next/dynamic'
import { loadScript } from '#components/connection/load-script.ts'

/** Its scripts and styles load when it opens; without scripts, the server renders both. */
export const EndAllDialog = dynamic(async () => (await loadScript(() => import('./end-all-dialog.tsx'))).EndAllDialog)
