import {fileURLToPath} from 'node:url'
import {build} from 'vite'

/** All cases as the one script that their pages load. */
export async function bundleCases(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      // Streams, clocks and names are judged as they are written.
      target: 'esnext',
      lib: {entry: fileURLToPath(new URL('page.ts', import.meta.url)), formats: ['iife'], name: 'cases'},
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (!chunk) throw new Error('The cases were not bundled.')
  return chunk.code
}
