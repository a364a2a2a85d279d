import type { Metadata } from 'next'
import { forbidden } from 'next/navigation'
