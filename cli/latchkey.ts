import { runCommandLine } from './command-line.ts'

// A reader such as `head` closes the pipe early: not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

await runCommandLine(process.argv.slice(2))
