import { runCommandLine } from './run-command-line.ts'

// A reader that has seen enough (`… | head`) closes the pipe: that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

await runCommandLine(process.argv.slice(2))
