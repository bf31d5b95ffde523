import {fileURLToPath} from 'node:url'
import {defineConfig} from 'vitest/config'

export default defineConfig({
  test: {
    // A test file that wants a page says `// @vitest-environment happy-dom`; one that wants a store imports fake-indexeddb/auto.
    environment: 'node',
    // On two cores it would take but one.
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 60_000,
    // A database starts in seconds, and on a busy machine in many.
    hookTimeout: 60_000,
    // As long as Testing Library waits here: a busy machine takes over a second to draw a form.
    expect: {poll: {timeout: 5_000}},
    setupFiles: ['test/unit/setup.ts'],
    // To read the modules anew for each file takes longer than most of their tests. Each file of pages still has a page of its own.
    isolate: false,
    pool: 'threads',
    projects: [
      {
        extends: true,
        test: {name: 'all but pages', include: ['test/unit/**/*.test.ts'], exclude: ['test/unit/ui/**']},
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['test/unit/ui/**/*.test.{ts,tsx}'],
          alias: {'./code-editor': fileURLToPath(new URL('test/unit/ui/no-code-editor.ts', import.meta.url))},
        },
      },
    ],
  },
})
