'use client'

import dynamic from 'next/dynamic'
import { loadScript } from '#components/connection/load-script.ts'

/** Loaded apart from the page: the bundler would join its styles with those that the portal loads first. */
export const TakeForm = dynamic(async () => (await loadScript(() => import('./take-form.tsx'))).TakeForm)
